// The picture: frames as they come, before and after, 100 %, masks over it, and drawing on it.
import { state, on, tell, send, groups, here, mask as askMask } from "./store.js";
import * as crop from "./crop.js";
import * as handles from "./handles.js";
import { histogram, make } from "./panels.js";
import { t } from "./text.js";

const $ = (id) => document.getElementById(id);
const canvas = $("canvas"), pen = canvas.getContext("2d");
export const view = { split: false, before: false, clip: false, zoom: false, pins: true, divider: 0.5, x: 0.5, y: 0.5, tool: "" };
const FRAMING = [...crop.KEYS, "Orientation"];
let n = 0, drawn = -1, bitmap = null, beforeMap = null, overlayMap = null, part = null, size = [1, 1], draft = null, asked = false, beforeKey = "", overlayKey = "";

const side = () => Math.min(Math.max(Math.round(Math.max(canvas.width, canvas.height)), 256), 2048);
const uncropped = (s) => Object.fromEntries(Object.entries(s).filter(([k]) => !crop.KEYS.includes(k)));
const lying = () => +(state.settings.Orientation || 1);
const shownSettings = () => (view.tool === "crop" ? uncropped(state.settings) : state.settings);

export function request() { // at most one a frame of the screen; the server keeps the newest
  if (asked || !state.photo) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    const message = { t: "frame", n: ++n, settings: shownSettings(), side: side(), clip: view.clip };
    if (view.zoom) message.window = windowOf();
    send(message);
    canvas.dataset.asked = n;
  });
}
function requestBefore() {
  const key = state.photo + side() + JSON.stringify(FRAMING.map((k) => shownSettings()[k]));
  if (key === beforeKey && beforeMap) return;
  beforeKey = key;
  send({ t: "frame", n: ++n, settings: shownSettings(), side: side(), before: true });
  setTimeout(request, 30);
}
export async function frame(head, data) {
  if (head.error) return tell("problem", head.error);
  const made = await createImageBitmap(new Blob([data], { type: "image/jpeg" }));
  if (head.before) { beforeMap = made; return paint(); }
  if (head.n < drawn) return;
  drawn = head.n;
  if (head.window) { part = { map: made, at: head.window, whole: head.whole }; size = head.whole; }
  else {
    bitmap = made; part = null;
    if (!view.zoom) size = [head.width, head.height];
    histogram(head);
    canvas.dataset.frame = head.n; canvas.dataset.full = head.full;
    if (head.notes?.length) tell("notes", head.notes);
  }
  $("status").textContent = view.zoom && !part ? t("full100") : "";
  paint();
}

// ---- where things are: fractions of the frame <-> pixels of the canvas
function rect() {
  const w = canvas.width, h = canvas.height, source = bitmap || { width: 3, height: 2 }, ratio = source.width / source.height;
  if (view.zoom) { const [fw, fh] = fullSize(); return [w / 2 - view.x * fw, h / 2 - view.y * fh, fw, fh]; }
  const pad = Math.min(w, h) * (w < 900 ? 0.012 : 0.025), fw = Math.min(w - 2 * pad, (h - 2 * pad) * ratio);
  return [(w - fw) / 2, (h - fw / ratio) / 2, fw, fw / ratio];
}
function fullSize() {
  if (part) return part.whole;
  const b = crop.read(shownSettings());
  return (lying() >= 5 ? [b.h, b.w] : [b.w, b.h]).map((v) => Math.max(Math.round(v), 1));
}
function windowOf() {
  const [fw, fh] = fullSize(), w = canvas.width / fw / 2, h = canvas.height / fh / 2;
  view.x = fw > canvas.width ? Math.min(Math.max(view.x, w), 1 - w) : 0.5; view.y = fh > canvas.height ? Math.min(Math.max(view.y, h), 1 - h) : 0.5;
  return [view.x - w, view.y - h, view.x + w, view.y + h].map((v) => Math.min(Math.max(v, 0), 1));
}
const onCanvas = (e) => { const b = canvas.getBoundingClientRect(), k = canvas.width / b.width; return [(e.clientX - b.left) * k, (e.clientY - b.top) * k]; };
const inFrame = (e) => { const r = rect(), [x, y] = onCanvas(e); return [(x - r[0]) / r[2], (y - r[1]) / r[3]]; };
export function toPhoto(p) { // from the cropped frame, as it lies, to the whole photo
  const [x, y] = crop.lay(lying(), p), b = crop.read(shownSettings()), [dx, dy] = crop.turn([(x - 0.5) * b.w, (y - 0.5) * b.h], b.a);
  return [(b.x + dx) / state.info.width, (b.y + dy) / state.info.height];
}
function toCanvas([x, y]) { // and from the whole photo to pixels of the canvas
  const b = crop.read(shownSettings()), r = rect(), [u, v] = crop.turn([x * state.info.width - b.x, y * state.info.height - b.y], -b.a);
  const at = crop.lies(lying(), [u / b.w + 0.5, v / b.h + 0.5]);
  return [r[0] + at[0] * r[2], r[1] + at[1] * r[3]];
}
const inPixels = (p) => { const [x, y] = crop.lay(lying(), p); return [x * state.info.width, y * state.info.height]; };

export function paint() {
  const [x, y, w, h] = rect();
  pen.clearRect(0, 0, canvas.width, canvas.height);
  if (!bitmap) return;
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, x, y, w, h);
  if (part && view.zoom) { pen.imageSmoothingEnabled = false; pen.drawImage(part.map, x + part.at[0], y + part.at[1]); pen.imageSmoothingEnabled = true; }
  if (overlayMap && state.overlay && !state.dragging && state.mask >= 0 && view.tool !== "crop") { pen.globalAlpha = 0.5; pen.drawImage(overlayMap, x, y, w, h); pen.globalAlpha = 1; }
  if (beforeMap && (view.before || view.split)) {
    const edge = view.before ? x + w : x + w * view.divider;
    pen.save(); pen.beginPath(); pen.rect(x, y, edge - x, h); pen.clip(); pen.drawImage(beforeMap, x, y, w, h); pen.restore();
    if (view.split && !view.before) {
      const d = devicePixelRatio || 1, cy = y + h / 2;
      pen.fillStyle = "#fff"; pen.fillRect(edge - d, y, 2 * d, h); pen.beginPath(); pen.arc(edge, cy, 15 * d, 0, 7); pen.fill();
      pen.strokeStyle = "#222"; pen.lineWidth = 2 * d; pen.beginPath();
      for (const s of [-1, 1]) { pen.moveTo(edge + s * 4 * d, cy - 4 * d); pen.lineTo(edge + s * 8 * d, cy); pen.lineTo(edge + s * 4 * d, cy + 4 * d); } pen.stroke();
    }
  }
  $("tag-before").hidden = !(view.before || view.split); $("tag-after").hidden = !view.split || view.before;
  sketch(x, y, w, h);
}
function sketch(x, y, w, h) { // what is being drawn
  const d = devicePixelRatio || 1;
  pen.lineWidth = 1.5 * d; pen.strokeStyle = "#fff"; pen.shadowColor = "#000"; pen.shadowBlur = 3;
  const at = ([a, b]) => [x + a * w, y + b * h];
  if (view.tool === "crop") crop.draw(pen, ([a, b]) => at(crop.lies(lying(), [a / state.info.width, b / state.info.height])), d);
  else if (draft?.length && view.tool) {
    const a = at(draft[0]), b = at(draft.at(-1));
    pen.beginPath();
    if (view.tool === "linear") { pen.moveTo(...a); pen.lineTo(...b); }
    else if (view.tool === "radial") pen.ellipse((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, Math.abs(b[0] - a[0]) / 2, Math.abs(b[1] - a[1]) / 2, 0, 0, 7);
    else if (view.tool === "object") pen.rect(...a, b[0] - a[0], b[1] - a[1]);
    else { pen.lineWidth = 2 * brush.radius * Math.max(w, h); pen.globalAlpha = 0.35; pen.strokeStyle = "#ff3b30"; pen.lineCap = pen.lineJoin = "round"; draft.forEach((p) => pen.lineTo(...at(p))); if (draft.length === 1) pen.lineTo(a[0] + 0.1, a[1]); }
    pen.stroke(); pen.globalAlpha = 1;
  } else if (!view.tool && view.pins && state.mask >= 0 && state.info) handles.draw(pen, toCanvas, d);
  pen.shadowBlur = 0;
}
export const brush = { radius: 0.04 };
export function widen(by) { brush.radius = Math.min(Math.max(brush.radius * by, 0.004), 0.4); paint(); $("status").textContent = `${t("brush")} ${(100 * brush.radius).toFixed(1)} %`; }

// ---- tools
const HINTS = { linear: "drawLinear", radial: "drawRadial", brush: "drawBrush", object: "drawObject", crop: "drawCrop", pick: "pickHelp", white: "whiteHelp" };
export function tool(name, into = null) {
  view.tool = view.tool === name ? "" : name; view.into = into;
  draft = null;
  if (view.tool === "crop") { view.zoom = false; view.split = false; crop.open(); }
  const held = view.tool, acts = ["crop", "brush"].includes(held) ? [["done", accept], ["cancel", () => tool(held)]] : []; // a phone has no Enter
  $("hint").hidden = !held; $("hint").replaceChildren(held ? t(HINTS[held]) : "", ...acts.map(([word, act]) => make("button", { textContent: t(word), onclick: act })));
  canvas.style.cursor = view.tool ? "crosshair" : "";
  document.dispatchEvent(new Event("view"));
  beforeKey = ""; request(); paint();
}
export async function accept() {
  const name = view.tool;
  if (name === "crop") { const kept = crop.accept(); tool("crop"); await kept; }
  else if (draft?.length && name) {
    const points = draft.map(toPhoto), [a, b] = [points[0], points.at(-1)], far = Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.005;
    const shape = { linear: { linear: [...b, ...a] } /* full where the drag begins, as in Lightroom */, radial: { radial: [...a, ...b] }, object: { object: [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])] }, brush: { brush: dabs(points), radius: brush.radius } }[name];
    const into = view.into; tool(name);
    if (!far && name !== "brush") return;
    if (into) await askMask({ act: "extend", number: into.number, shape: { ...shape, mode: into.mode } });
    else { const made = await askMask({ act: "add", shape, name: t(name) }); if (made) { state.mask = made.masks.length - 1; state.overlay = true; tell("state"); } }
  } else tool(view.tool);
}
function dabs(points) { // a stroke as dabs a third of its radius apart
  const out = [points[0]], step = brush.radius / 3;
  for (const p of points.slice(1)) {
    let last = out.at(-1), way = Math.hypot(p[0] - last[0], p[1] - last[1]);
    for (; way >= step && out.length < 4000; way -= step) out.push([last[0] + ((p[0] - last[0]) * step) / way, last[1] + ((p[1] - last[1]) * step) / way]), (last = out.at(-1));
  }
  return out;
}
let grip = null;
canvas.addEventListener("pointerdown", (e) => {
  canvas.focus({ preventScroll: true });
  const p = inFrame(e);
  if (view.tool === "pick" || view.tool === "white") { const then = view.into; tool(view.tool); return then(toPhoto(p), colourAt(e)); }
  canvas.setPointerCapture(e.pointerId);
  const d = devicePixelRatio || 1, reach = (e.pointerType === "touch" ? 22 : 12) * d, handle = view.tool || !view.pins ? null : handles.hit(onCanvas(e), reach, toCanvas);
  if (view.tool === "crop") { crop.grab(inPixels(p), (reach * state.info[lying() >= 5 ? "height" : "width"]) / rect()[2]); grip = {}; }
  else if (handle) { grip = { handle }; state.dragging = true; }
  else if (view.tool) { draft = view.tool === "brush" && draft ? [...draft, p] : [p]; grip = {}; }
  else if (view.split && !view.zoom) { grip = { divide: true }; drag(e); }
  else if (view.zoom) grip = { pan: [e.clientX, e.clientY, view.x, view.y] };
  paint();
});
function drag(e) {
  if (!grip) return;
  const p = inFrame(e);
  if (grip.divide) { view.divider = Math.min(Math.max(p[0], 0), 1); $("divider").value = 1000 * view.divider; }
  else if (grip.pan) { const [fw, fh] = fullSize(), k = canvas.width / canvas.getBoundingClientRect().width; view.x = grip.pan[2] - ((e.clientX - grip.pan[0]) * k) / fw; view.y = grip.pan[3] - ((e.clientY - grip.pan[1]) * k) / fh; windowOf(); request(); }
  else if (grip.handle) { handles.drag(grip.handle, toPhoto(p)); request(); }
  else if (view.tool === "crop") crop.drag(inPixels(p));
  else if (view.tool) draft = view.tool === "brush" ? [...draft, p] : [draft[0], p];
  paint();
}
canvas.addEventListener("pointermove", drag);
canvas.addEventListener("pointerup", () => {
  if (grip?.handle) { state.dragging = false; handles.drop(); }
  else if (grip && ["linear", "radial", "object"].includes(view.tool)) accept();
  grip = null;
});
canvas.addEventListener("dblclick", (e) => { if (!view.tool) zoom(inFrame(e)); });
const colourAt = (e) => [...pen.getImageData(...onCanvas(e), 1, 1).data].slice(0, 3);
$("divider").addEventListener("input", (e) => { view.divider = e.target.value / 1000; if (!view.split) split(); paint(); });

export function zoom(at = null) { view.zoom = !view.zoom; if (at) [view.x, view.y] = at.map((v) => Math.min(Math.max(v, 0), 1)); part = null; document.dispatchEvent(new Event("view")); $("status").textContent = view.zoom ? t("full100") : ""; request(); paint(); }
export function split() { view.split = !view.split; if (view.split) requestBefore(); document.dispatchEvent(new Event("view")); paint(); }
export function hold(down) { if (view.before === down) return; view.before = down; if (down) requestBefore(); paint(); }
export function clip() { view.clip = !view.clip; document.dispatchEvent(new Event("view")); request(); }
export async function overlay() {
  const group = groups()[state.mask], key = group && state.photo + JSON.stringify([group.CorrectionMasks, FRAMING.map((k) => state.settings[k])]);
  if (key === overlayKey) return paint();
  overlayKey = key; overlayMap = null;
  if (group) { const reply = await fetch(here(`/masks/${state.mask}.png`)); if (reply.ok) overlayMap = await createImageBitmap(await reply.blob()); else tell("problem", (await reply.json()).error); }
  paint();
}
export function fit() { const d = devicePixelRatio || 1, b = canvas.getBoundingClientRect(), w = Math.round(b.width * d), h = Math.round(b.height * d); if (w && h && (canvas.width !== w || canvas.height !== h)) { canvas.width = w; canvas.height = h; beforeKey = ""; request(); if (view.split) requestBefore(); paint(); } }
new ResizeObserver(fit).observe($("stage"));
on("photo", () => { bitmap = beforeMap = overlayMap = part = null; beforeKey = overlayKey = ""; drawn = -1; view.zoom = false; fit(); request(); if (view.split) requestBefore(); });
on("state", () => { request(); if (view.split) requestBefore(); overlay(); });
on("moved", (name) => (view.tool === "crop" && name === "CropAngle" ? paint() : request()));
