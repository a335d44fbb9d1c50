// Talking: what the person says, what the agent thinks, the sliders that it moves, the score. Each photo has its own talk.
import { state, on, tell, send, take, call, here, attempt } from "./store.js";
import { make } from "./panels.js";
import { t, said as inWords } from "./text.js";
import { batch } from "./tools.js";

const room = document.getElementById("talk"), words = document.getElementById("words");
const MOST_TURNS = 20; // of an earlier talk that are shown again
const talks = {}; // photo -> {node, answer: under way, asked}; "" before one is open
const talkOf = (id) => (talks[id] ||= { node: make("div", { className: "talk" }), answer: null, asked: "" });
const add = (node, id = state.photo) => { const talk = talkOf(id).node; talk.append(node); talk.scrollTop = talk.scrollHeight; return node; };
const chips = (list, score) => make("div", { className: "chips" }, ...(score != null ? [make("span", { className: "score", textContent: `${score.toFixed(1)} ${t("score")}` })] : []), ...list.map((text) => make("span", { textContent: inWords(text) })));
const stopper = (id) => make("button", { type: "button", textContent: t("stop"), onclick: (e) => { e.target.disabled = true; attempt(() => call(`/api/photos/${id}/stop`, {})); } });
const waiting = (id) => make("p", {}, make("span", { className: "wait quiet" }), stopper(id));

function open() { // the talk of the photo that is shown now; after a reload, what the history knows of it
  const fresh = !talks[state.photo], { node } = talkOf(state.photo);
  if (fresh) for (const row of state.info.history.slice(1, state.info.now + 1).filter((row) => row.thought).slice(-MOST_TURNS))
    node.append(make("div", { className: "me", textContent: row.title }), make("div", { className: "it" }, make("span", { textContent: row.thought }), chips(row.moved, row.score)));
  node.append(...(talks[""]?.node.children || []));
  room.replaceChildren(node);
  node.scrollTop = node.scrollHeight;
}
document.getElementById("say").addEventListener("submit", (e) => {
  e.preventDefault();
  const text = words.value.trim();
  if (text && say(text)) words.value = "";
});
export function say(text) { // false while another edit of this photo is under way
  const talk = talkOf(state.photo);
  if (talk.answer) { talk.answer.querySelector(".busy") || talk.answer.append(make("p", { className: "quiet busy", textContent: t("busy") })); talk.node.scrollTop = talk.node.scrollHeight; return false; }
  talk.asked = text;
  add(make("div", { className: "me", textContent: text }));
  talk.answer = add(make("div", { className: "it" }, waiting(state.photo)));
  send({ t: "say", text });
  return true;
}
export function thought(message) {
  const { answer, node } = talkOf(message.photo);
  if (!answer) return;
  answer.replaceChildren(make("span", { textContent: message.thought }), chips(message.moved), waiting(message.photo));
  node.scrollTop = node.scrollHeight;
  if (message.photo === state.photo && !state.dragging) { state.settings = message.settings; tell("streamed"); }
}
export function score(message) {
  const { answer } = talkOf(message.photo);
  if (answer && message.score != null) answer.append(chips([], message.score));
}
export async function said(message) {
  const talk = talkOf(message.photo), node = talk.answer || add(make("div", { className: "it" }), message.photo);
  talk.answer = null;
  if (message.error) {
    node.classList.add("bad"); node.replaceChildren(make("span", { textContent: message.error }));
    const now = await attempt(() => call(`/api/photos/${message.photo}`));
    if (now?.busy) node.append(stopper(message.photo)); // that of another window
    return take(now);
  }
  const more = [...message.ignored.map((text) => `${t("ignored")}: ${text}`), ...message.notes];
  const many = [...state.selected].length > 1 ? make("button", { textContent: t("batch"), onclick: (e) => { e.target.remove(); batch(talk.asked); } }) : null;
  node.replaceChildren(make("span", { textContent: message.thought }), chips(message.moved, message.score), ...more.map((text) => make("p", { className: "quiet", textContent: text })), ...(many ? [many] : []));
  talk.node.scrollTop = talk.node.scrollHeight;
  take(message.state);
}
export function problem(text) {
  const p = document.getElementById("status"), last = talkOf(state.photo).node.lastElementChild;
  if (!last?.matches(".quiet") || last.textContent !== text) add(make("div", { className: "quiet", textContent: text })); // once is enough
  p.textContent = text; setTimeout(() => { if (p.textContent === text) p.textContent = ""; }, 5000);
}
room.replaceChildren(talkOf("").node);
on("photo", open);
