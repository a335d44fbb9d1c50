// The page: everything put together, the keys of Lightroom, languages and light.
import { state, on, tell, connect, take, call, here, show, walk, attempt, move, keep, mask, send } from "./store.js";
import * as crop from "./crop.js";
import * as panels from "./panels.js";
import * as viewer from "./viewer.js";
import * as tools from "./tools.js";
import * as chat from "./chat.js";
import { t, lang, translate } from "./text.js";

const $ = (id) => document.getElementById(id);
const pressed = (id, value) => $(id).setAttribute("aria-pressed", value);
const phone = matchMedia("(max-width:760px)");
const TABS = ["chat", "edit", "masks", "presets", "history"];
const tab = (name) => { document.body.dataset.pane = name; [...$("tabs").children].forEach((b, i) => b.setAttribute("aria-pressed", TABS[i] === name)); setTimeout(viewer.fit, 20); };
function words() {
  translate();
  $("lang").textContent = lang.zh ? "EN" : "中";
  $("tabs").replaceChildren(...TABS.map((name) => panels.make("button", { textContent: t(name), onclick: () => tab(name) })));
  tools.maskTools();
  if (state.info) { panels.build(); tools.showFilm(); }
}
const clicks = { undo: () => walk("undo"), redo: () => walk("redo"), split: viewer.split, clip: viewer.clip, zoom: () => viewer.zoom(), export: tools.exportDialog, copy: tools.copy, paste: tools.paste, sync: tools.sync, match: tools.match, reset: tools.reset };
for (const [id, act] of Object.entries(clicks)) $(id).onclick = act;
$("lang").onclick = () => { lang.zh = !lang.zh; localStorage.lang = lang.zh ? "zh" : "en"; words(); };
$("theme").onclick = () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
  document.documentElement.dataset.theme = localStorage.theme = dark ? "light" : "dark";
};
if (localStorage.theme) document.documentElement.dataset.theme = localStorage.theme;
document.addEventListener("view", () => { pressed("split", viewer.view.split); pressed("clip", viewer.view.clip); pressed("zoom", viewer.view.zoom); });

function cropping() { // the tool, and its panel in sight
  viewer.tool("crop");
  if (viewer.view.tool !== "crop") return;
  if (!$("right").offsetParent) tab("edit");
  panels.reveal("Crop");
}
const KEYS = {
  "\\": () => viewer.hold(true), y: viewer.split, z: () => viewer.zoom(), j: viewer.clip, r: cropping, m: () => viewer.tool("linear"), "shift+m": () => viewer.tool("radial"), k: () => viewer.tool("brush"),
  o: () => { state.overlay = !state.overlay; tell("state"); }, v: () => { move("ConvertToGrayscale", !state.settings.ConvertToGrayscale); keep(["ConvertToGrayscale"]); },
  w: panels.white, x: () => { if (viewer.view.tool === "crop") { crop.swap(); viewer.paint(); } }, h: () => { viewer.view.pins = !viewer.view.pins; viewer.paint(); }, " ": () => viewer.zoom(),
  "[": () => viewer.widen(0.8), "]": () => viewer.widen(1.25), "'": () => state.mask >= 0 && mask({ act: "invert", number: state.mask }), delete: () => state.mask >= 0 && mask({ act: "remove", number: state.mask }), backspace: () => KEYS.delete(),
  ",": () => panels.next(-1), ".": () => panels.next(1), "-": () => panels.nudge(-1), "=": () => panels.nudge(1), "shift+-": () => panels.nudge(-4), "shift+_": () => panels.nudge(-4), "shift++": () => panels.nudge(4), ";": () => panels.nudge(0), f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  t: () => { if (phone.matches) tab("chat"); $("words").focus(); }, arrowleft: () => tools.step(-1), arrowright: () => tools.step(1), tab: () => { document.body.classList.toggle("plain"); viewer.fit(); }, enter: () => viewer.view.tool && viewer.accept(),
  escape: () => viewer.view.tool && viewer.tool(viewer.view.tool), "shift+?": tools.keysDialog, "?": tools.keysDialog, "ctrl+/": tools.keysDialog, "ctrl+u": () => chat.say(t("autoWords")), "ctrl+z": () => walk("undo"), "ctrl+shift+z": () => walk("redo"), "ctrl+y": () => walk("redo"),
  "ctrl+shift+c": tools.copy, "ctrl+shift+v": tools.paste, "ctrl+shift+s": tools.sync, "ctrl+shift+r": tools.reset, "ctrl+shift+e": tools.exportDialog,
};
for (let n = 0; n <= 5; n++) KEYS[n] = () => { const photo = state.photos.find((p) => p.id === state.photo); if (photo) tools.rate(photo, n); };
addEventListener("keydown", (e) => {
  const typing = e.target.matches?.("input:not([type=range]):not([type=checkbox]),textarea,select") || $("dialog").open;
  const name = `${e.ctrlKey || e.metaKey ? "ctrl+" : ""}${e.shiftKey ? "shift+" : ""}${e.key.toLowerCase()}`;
  const act = KEYS[name];
  const sliding = e.target.matches?.("input[type=range]") && name.startsWith("arrow");
  const inside = e.target !== document.body && e.target !== $("canvas");
  if (!act || sliding || e.altKey || (e.repeat && !"-=[]".includes(e.key)) || (typing && !name.startsWith("ctrl+shift")) || (["tab", "enter", " ", "delete", "backspace"].includes(name) && inside)) return;
  e.preventDefault(); act();
});
addEventListener("keyup", (e) => { if (e.key === "\\") viewer.hold(false); });

on("problem", chat.problem); on("notes", (notes) => { $("status").textContent = notes.slice(0, 2).join("; "); });
on("streamed", () => { panels.refresh(); viewer.request(); });
on("photo", panels.build);
words(); tab(phone.matches ? "chat" : "edit");
await panels.load();
await tools.loadPhotos();
tools.loadPresets();
let begun = false;
async function first() { // the photo that was open before a reload, else the first that can be opened
  const before = state.photos.filter((p) => `#${p.id}` === location.hash);
  for (const photo of new Set([...before, ...state.photos])) if (await show(photo.id)) return;
}
connect({
  open: async () => { $("status").textContent = ""; if (begun) { send({ t: "watch" }); if (state.info) state.info.version = -1; take(await attempt(() => call(here()))); } else { begun = true; await first(); document.body.dataset.ready = "1"; tools.resume(); } },
  closed: () => { $("status").textContent = t("lost"); },
  frame: viewer.frame, thought: chat.thought, score: chat.score, said: chat.said, job: tools.pushed,
  error: (m) => chat.problem(m.error),
  state: async (m) => { if (m.photo === state.photo && m.version !== state.info?.version && !state.dragging) { const made = await attempt(() => call(here())); if (made && made.version !== state.info?.version) take(made); } },
});
