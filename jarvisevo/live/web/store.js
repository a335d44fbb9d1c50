// What stands, on this side: the photo shown, its settings while a slider moves, and the calls to the server.
export const CORRECTIONS = "MaskGroupBasedCorrections";
export const state = { photos: [], photo: "", info: null, settings: {}, rows: {}, panels: [], local: [], presets: [], mask: -1, overlay: true, selected: new Set(), copied: null, dragging: false };
const listeners = {};
export const on = (event, act) => (listeners[event] ||= []).push(act);
export const tell = (event, ...more) => (listeners[event] || []).forEach((act) => act(...more));

export async function call(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const reply = await fetch(path, options);
  const made = await reply.json().catch(() => ({ error: reply.statusText }));
  if (!reply.ok) throw new Error(made.error || reply.statusText);
  return made;
}
export const here = (tail = "") => `/api/photos/${state.photo}${tail}`;
export async function attempt(work) {
  try { return await work(); } catch (error) { tell("problem", error.message); return null; }
}

let socket = null;
export function connect(handlers) {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => handlers.open();
  socket.onclose = () => { handlers.closed(); setTimeout(() => connect(handlers), 1500); };
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") { const message = JSON.parse(data); return (handlers[message.t] || (() => {}))(message); }
    const length = new DataView(data).getUint32(0);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    handlers.frame(head, new Uint8Array(data, 4 + length));
  };
}
export function send(message) {
  if (socket?.readyState === 1) socket.send(JSON.stringify({ photo: state.photo, ...message }));
}

const left = {}; // photo -> acts that the server has not answered yet
let acts = Promise.resolve();
export async function act(tail, body) { // one after the other, so that they are kept in the order in which they were made
  const id = state.photo, path = here(tail), mine = acts.then(() => attempt(() => call(path, body)));
  acts = mine; left[id] = (left[id] || 0) + 1;
  const made = await mine;
  left[id]--;
  take(made || (left[id] ? null : await attempt(() => call(`/api/photos/${id}`))));
  return made;
}
export function take(info) { // the server's word on what stands; not where newer is seen here already
  if (!info || info.id !== state.photo || left[info.id] || (state.info?.id === info.id && info.version < state.info.version)) return;
  state.info = info;
  state.settings = structuredClone(info.settings);
  if (state.mask >= info.masks.length) state.mask = info.masks.length - 1;
  tell("state");
}
let wanted = "";
export async function show(id) { // false where the photo cannot be opened: the one before stays
  wanted = id;
  const info = await attempt(() => call(`/api/photos/${id}`));
  if (wanted !== id) return true;
  if (!info) return false;
  state.photo = id; state.mask = -1; state.selected = new Set([id]);
  history.replaceState(null, "", `#${id}`); // a reload opens it again
  send({ t: "watch" });
  take(info);
  tell("photo");
  return true;
}
export const groups = () => state.settings[CORRECTIONS] || [];
export function move(name, value) { // while a slider is dragged: seen, not yet kept
  const row = state.rows[name];
  if (name.includes(".")) { const [head, field] = name.split("."); state.settings[head] = { ...(state.settings[head] || {}), [field]: value }; }
  else state.settings[name] = value;
  if (row) tell("moved", name);
}
export async function keep(names, title = "") { // when it is let go
  const heads = [...new Set(names.map((n) => n.split(".")[0]))];
  const changes = Object.fromEntries(heads.map((n) => [n, state.settings[n] ?? null]));
  await act("/develop", { changes, title });
}
export const walk = (way, body = {}) => act(`/${way}`, body);
export const mask = (body) => act("/mask", body);
