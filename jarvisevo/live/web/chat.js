// Talking: what the person says, what the agent thinks, the sliders that it moves, the score.
import { state, tell, send, take, call, here, attempt } from "./store.js";
import { make } from "./panels.js";
import { t, said as inWords } from "./text.js";
import { batch } from "./tools.js";

const talk = document.getElementById("talk"), words = document.getElementById("words");
let answer = null, asked = "";
const add = (node) => { talk.append(node); talk.scrollTop = talk.scrollHeight; return node; };
const chips = (list, score) => make("div", { className: "chips" }, ...(score != null ? [make("span", { className: "score", textContent: `${score.toFixed(1)} ${t("score")}` })] : []), ...list.map((text) => make("span", { textContent: inWords(text) })));

document.getElementById("say").addEventListener("submit", (e) => {
  e.preventDefault();
  const text = words.value.trim();
  if (text && !answer) { words.value = ""; say(text); }
});
export function say(text) {
  if (answer) return;
  asked = text;
  add(make("div", { className: "me", textContent: text }));
  answer = add(make("div", { className: "it" }, make("span", { className: "wait quiet" })));
  send({ t: "say", text });
}
export function thought(message) {
  if (message.photo !== state.photo || !answer) return;
  answer.replaceChildren(make("span", { textContent: message.thought }), chips(message.moved), make("span", { className: "wait quiet" }));
  talk.scrollTop = talk.scrollHeight;
  if (!state.dragging) { state.settings = message.settings; tell("streamed"); }
}
export function score(message) {
  if (message.photo !== state.photo || !answer) return;
  if (message.score != null) answer.append(chips([], message.score));
}
export function said(message) {
  const node = answer || add(make("div", { className: "it" }));
  answer = null;
  if (message.error) { node.classList.add("bad"); node.replaceChildren(make("span", { textContent: message.error })); attempt(async () => take(await call(here()))); return; }
  const more = [...message.ignored.map((text) => `${t("ignored")}: ${text}`), ...message.notes];
  const many = [...state.selected].length > 1 ? make("button", { textContent: t("batch"), onclick: (e) => { e.target.remove(); batch(asked); } }) : null;
  node.replaceChildren(make("span", { textContent: message.thought }), chips(message.moved, message.score), ...more.map((text) => make("p", { className: "quiet", textContent: text })), ...(many ? [many] : []));
  talk.scrollTop = talk.scrollHeight;
  take(message.state);
}
export function problem(text) { add(make("div", { className: "quiet", textContent: text })); const p = document.getElementById("status"); p.textContent = text; setTimeout(() => { if (p.textContent === text) p.textContent = ""; }, 5000); }
