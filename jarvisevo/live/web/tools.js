// Around the picture: masks, presets, history, the filmstrip, and the dialogues.
import { state, on, tell, call, attempt, here, act as perform, mask as ask, groups, show, walk, CORRECTIONS } from "./store.js";
import { make, slider, localExtras } from "./panels.js";
import { t, lang, keyRows, said } from "./text.js";
import * as viewer from "./viewer.js";

const $ = (id) => document.getElementById(id);

// ---- masks
export function maskTools() {
  const region = (name) => make("button", { textContent: t(name), onclick: () => addMask({ region: name }, t(name)) });
  const drawn = (name) => make("button", { textContent: t(name), onclick: () => viewer.tool(name) });
  $("mask-tools").replaceChildren(...["sky", "subject", "background", "person"].map(region), ...["linear", "radial", "brush", "object"].map(drawn),
    make("button", { textContent: t("luminance"), onclick: () => addMask({ luminance: [0.5, 0.7, 1, 1] }, t("luminance")) }));
}
async function addMask(shape, name) {
  const made = await ask({ act: "add", shape, name });
  if (made) { state.mask = made.masks.length - 1; state.overlay = true; tell("state"); }
}
function rename(row) {
  dialog(t("rename"), [field(t("rename"), make("input", { name: "name", value: row.name, maxLength: 60, required: true }))], t("done"), (form) => ask({ act: "change", number: row.number, changes: { CorrectionName: form.get("name") } }));
}
function maskNode(row) {
  const open = row.number === state.mask, group = groups()[row.number] || {};
  const node = make("div", { className: "mask" });
  const head = make("header", { onclick: () => { state.mask = open ? -1 : row.number; tell("state"); } }, make("i"), make("b", { textContent: row.name}), make("small", { textContent: row.masks }));
  head.firstChild.style.background = row.colour; head.tabIndex = 0; head.setAttribute("role", "button"); head.setAttribute("aria-expanded", open);
  head.onkeydown = (e) => { if (e.key === "Enter") head.click(); };
  node.append(head);
  if (!open) return node;
  const act = (name, more = {}) => () => ask({ act: name, number: row.number, ...more });
  const combine = (mode) => make("select", { onchange: (e) => { const kind = e.target.value; e.target.value = ""; if (["sky", "subject", "background", "person"].includes(kind)) ask({ act: "extend", number: row.number, shape: { region: kind, mode } }); else if (kind) viewer.tool(kind, { number: row.number, mode }); } },
    make("option", { value: "", textContent: t(mode) }), ...["sky", "subject", "background", "person", "linear", "radial", "brush", "object"].map((k) => make("option", { value: k, textContent: t(k) })));
  const on = make("button", { textContent: t("active"), onclick: () => ask({ act: "change", number: row.number, changes: { CorrectionActive: !row.active } }) });
  on.setAttribute("aria-pressed", row.active);
  const toggle = make("button", { textContent: t("overlay"), onclick: () => { state.overlay = !state.overlay; toggle.setAttribute("aria-pressed", state.overlay); viewer.paint(); } });
  toggle.setAttribute("aria-pressed", state.overlay);
  node.append(make("div", { className: "tools" }, on, toggle, make("button", { textContent: t("rename"), onclick: () => rename(row) }), make("button", { textContent: t("invert"), onclick: act("invert") }), ...["add", "subtract", "intersect"].map(combine), make("button", { textContent: t("remove"), onclick: act("remove") })));
  const set = (name, v) => { state.settings[CORRECTIONS] = groups().map((g, i) => (i === row.number ? { ...g, [name]: v } : g)); state.overlay = false; viewer.request(); };
  const done = (name) => ask({ act: "change", number: row.number, changes: { [name]: groups()[row.number][name] ?? null } });
  const get = (name) => groups()[row.number]?.[name];
  const local = (one) => slider(one, () => get(one.name) ?? one.default, (v) => set(one.name, v), () => done(one.name));
  const amount = { name: "CorrectionAmount", title: t("amount"), zh: t("amount"), doc: "", low: 0, high: 2, scale: 100, default: 1, step: 1 };
  node.append(parts(group, row.number), make("div", { className: "rows" }, local(amount), ...state.local.map(local), ...localExtras({ get, set, done }),
    make("p", { className: "sub", textContent: state.presets.length ? t("presetInMask") : "" })));
  return node;
}
function parts(group, number) { // what a mask is made of: each part can be taken out, turned over, and where it has numbers, changed
  const masks = group.CorrectionMasks || [], put = (made) => ask({ act: "change", number, changes: { CorrectionMasks: made } });
  const changed = (i, more) => masks.map((m, j) => (j === i ? { ...m, ...more } : m));
  const field = (i, label, value, high, write) => slider({ name: "", title: label, zh: label, doc: "", low: 0, high, default: value, step: high > 1 ? 1 : 0.01 }, () => value, (v) => (value = v), () => put(changed(i, write(value))));
  return make("div", { className: "rows" }, ...masks.flatMap((m, i) => {
    const line = make("p", { className: "part" }, make("span", { textContent: `${["+", "−"][m.MaskBlendMode || 0]} ${m.MaskName || m.What?.split("/")[1] || ""}` }),
      make("button", { textContent: t("invert"), onclick: () => put(changed(i, { MaskInverted: !m.MaskInverted })) }), masks.length > 1 ? make("button", { textContent: "×", title: t("remove"), onclick: () => put(masks.filter((_, j) => j !== i)) }) : null);
    const ends = m.CorrectionRangeMask?.LumRange?.split(" ").map(Number);
    const range = (k, v) => { const e = ends.map((old, j) => (j === k ? v : old)); for (let j = 0; j < 4; j++) e[j] = j < k ? Math.min(e[j], v) : j > k ? Math.max(e[j], v) : v; return { CorrectionRangeMask: { ...m.CorrectionRangeMask, LumRange: e.join(" ") } }; };
    return [line, m.What === "Mask/CircularGradient" ? field(i, t("feather"), m.Feather ?? 50, 100, (v) => ({ Feather: v })) : null,
      ...(ends?.length === 4 ? [field(i, t("rangeFrom"), ends[1], 1, (v) => range(1, v)), field(i, t("rangeTo"), ends[2], 1, (v) => range(2, v))] : [])].filter(Boolean);
  }));
}
function showMasks() { if (!state.dragging) $("masks").replaceChildren(...state.info.masks.map(maskNode)); }

// ---- presets
export async function loadPresets() { state.presets = (await attempt(() => call("/api/presets"))) || []; showPresets(); }
const seen = new IntersectionObserver((entries) => { for (const e of entries) if (e.isIntersecting) { e.target.src = e.target.dataset.src; seen.unobserve(e.target); } }, { rootMargin: "120px" });
const lazy = (src) => { const image = make("img", { alt: "" }); image.dataset.src = src; seen.observe(image); return image; };
function showPresets() {
  if (!state.presets.length) return $("presets").replaceChildren(make("p", { textContent: t("noPresets") }));
  if (!state.photo) return; // they are shown on the photo, once one is open
  let group = null;
  const source = (preset) => `${here(`/presets/${preset.id}`)}?side=200&v=${state.info?.version ?? 0}`, shown = $("presets").querySelectorAll("img");
  if (shown.length === state.presets.length && $("presets").dataset.photo === state.photo) return shown.forEach((image, i) => { image.dataset.src = source(state.presets[i]); seen.observe(image); });
  $("presets").dataset.photo = state.photo;
  $("presets").replaceChildren(...state.presets.flatMap((preset) => {
    const button = make("button", { title: preset.name, onclick: () => applyPreset(preset) }, lazy(source(preset)), make("span", { textContent: preset.name }));
    const head = preset.group !== group ? [make("h3", { textContent: (group = preset.group) })] : [];
    return [...head, button];
  }));
}
let applied = null; // the preset whose Amount can still be moved: nothing was done since
async function applyPreset(preset, inside = state.mask >= 0 ? state.mask : null) {
  const amount = $("preset-amount").value / 100;
  const made = await perform("/preset", { preset: preset.id, amount, mask: inside });
  applied = made && { preset, inside, photo: made.id, version: made.version };
  if (made?.notes?.length) tell("notes", made.notes);
}
$("preset-amount").addEventListener("change", () => {
  if (applied?.photo !== state.photo || applied.version !== state.info.version) return;
  walk("undo"); applyPreset(applied.preset, applied.inside); // in its place, from what stood before
});
$("preset-amount").addEventListener("input", () => { $("preset-percent").value = `${$("preset-amount").value} %`; });

// ---- history
function showHistory() {
  const rows = state.info.history, now = state.info.now;
  const name = (r) => (r.state === 0 ? t(r.title === "Original" ? "original" : "asItCame") : said(r.title));
  $("history").replaceChildren(...rows.slice().reverse().map((r) => make("li", { className: r.state === now ? "now" : r.state > now ? "undone" : "", tabIndex: 0, title: r.thought ? "" : r.notes.join("; "), onclick: () => walk("at", { state: r.state }), onkeydown: (e) => { if (e.key === "Enter") walk("at", { state: r.state }); } },
    make("span", { textContent: name(r) }), make("small", { textContent: [r.score !== null ? `${r.score.toFixed(1)} ${t("score")}` : "", r.title === r.moved.slice(0, 2).join(", ") ? "" : r.moved.slice(0, 3).map(said).join(" · ")].filter(Boolean).join("  ·  ") }))));
  $("undo").disabled = now === 0; $("redo").disabled = now >= rows.length - 1;
}

// ---- filmstrip
export async function loadPhotos() { state.photos = (await attempt(() => call("/api/photos"))) || []; showFilm(); }
export function showFilm() {
  $("film").classList.toggle("single", state.photos.length < 2);
  $("film").replaceChildren(...state.photos.map((photo, place) => {
    const stars = make("span", { className: "stars" }, ...[1, 2, 3, 4, 5].map((s) => make("b", { textContent: s <= photo.rating ? "★" : "☆", className: s <= photo.rating ? "on" : "", onclick: (e) => { e.stopPropagation(); rate(photo, s === photo.rating ? 0 : s); } })));
    const figure = make("figure", { tabIndex: 0, title: photo.name }, lazy(`/api/photos/${photo.id}/thumb?side=208&v=${photo.stamp || 0}`), make("figcaption", {}, make("span", { textContent: photo.name.replace(/\.[^.]+$/, "").slice(0, 12) }), stars), photo.edited ? make("i", { className: "edited" }) : null);
    for (const way of ["load", "error"]) figure.firstChild.addEventListener(way, () => figure.classList.toggle("broken", way === "error"));
    figure.dataset.id = photo.id; figure.setAttribute("role", "option");
    figure.onclick = (e) => choose(photo, place, e);
    figure.onkeydown = (e) => { if (e.key === "Enter") choose(photo, place, e); };
    return figure;
  }));
  mark();
}
function choose(photo, place, e) {
  if (e.ctrlKey || e.metaKey) { if (photo.id !== state.photo) state.selected.has(photo.id) ? state.selected.delete(photo.id) : state.selected.add(photo.id); mark(); }
  else if (e.shiftKey) { const from = state.photos.findIndex((p) => p.id === state.photo), [a, b] = [Math.min(from, place), Math.max(from, place)]; state.photos.slice(a, b + 1).forEach((p) => state.selected.add(p.id)); mark(); }
  else show(photo.id);
}
function mark() { for (const f of $("film").children) { f.setAttribute("aria-selected", state.selected.has(f.dataset.id)); f.classList.toggle("now", f.dataset.id === state.photo); } }
export async function rate(photo, rating) { const made = await attempt(() => call(`/api/photos/${photo.id}/rating`, { rating })); if (made) { photo.rating = made.rating; showFilm(); } }
export async function step(by) { // past those that cannot be opened
  let i = state.photos.findIndex((p) => p.id === state.photo) + by;
  while (state.photos[i] && !(await show(state.photos[i].id))) i += by;
  $("film").children[i]?.scrollIntoView({ block: "nearest", inline: "center" });
}
let stale = null;
function refreshThumb() { clearTimeout(stale); const id = state.photo; stale = setTimeout(() => touch([id]), 900); }
export function touch(ids) { for (const photo of state.photos) if (ids.includes(photo.id)) { photo.stamp = Date.now(); photo.edited = true; const image = document.querySelector(`figure[data-id="${photo.id}"] img`); if (image) image.src = `/api/photos/${photo.id}/thumb?side=208&v=${photo.stamp}`; } if ($("left").offsetParent || document.body.dataset.pane === "presets") showPresets(); }
const others = () => [...state.selected].filter((id) => id !== state.photo);

// ---- copy, paste, sync, match
const own = (name) => /^(HasCrop|Crop|Orientation)/.test(name) || name.endsWith("BasedCorrections");
export function copy() { state.copied = Object.fromEntries(Object.entries(state.settings).filter(([n]) => !own(n))); tell("problem", t("copied")); }
export async function paste() {
  if (!state.copied) return tell("problem", t("nothingCopied"));
  const mine = Object.fromEntries(Object.entries(state.settings).filter(([n]) => own(n)));
  await perform("/settings", { values: { ...mine, ...state.copied }, title: t("paste") });
}
export const reset = () => perform("/settings", { values: {}, title: t("reset") });
export function sync() {
  if (!others().length) return tell("problem", t("chooseMore"));
  const panels = state.panels.filter((p) => p.title !== "Crop");
  dialog(`${t("sync").replace("…", "")}: ${state.info.name} ${t("to")} ${many(others().length)}`, [
    ...panels.map((p) => check(`p:${p.title}`, lang.zh ? p.zh : p.title, true)), check("crop", t("withCrop"), false), check("masks", t("withMasks"), false)], t("sync").replace("…", ""), async (form) => {
    const names = panels.filter((p) => form.get(`p:${p.title}`)).flatMap((p) => p.rows.map((r) => r.name));
    if (form.get("crop")) names.push(...state.panels.find((p) => p.title === "Crop").rows.map((r) => r.name));
    if (form.get("masks")) names.push(CORRECTIONS);
    const made = await attempt(() => call("/api/sync", { source: state.photo, targets: others(), names }));
    if (made) touch(made.changed);
  });
}
export async function match() {
  if (!others().length) return tell("problem", t("chooseMore"));
  follow(await attempt(() => call("/api/match", { hero: state.photo, targets: others() })), t("match"));
}
export async function batch(words) { follow(await attempt(() => call("/api/batch", { targets: others(), instruction: words })), words); }

// ---- dialogues
const many = (n) => `${n} ${t(n === 1 ? "photo" : "photos")}`;
const check = (name, text, on) => make("label", { className: "check" }, make("input", { type: "checkbox", name, checked: on }), make("span", { textContent: text }));
const field = (text, input) => make("label", {}, make("span", { textContent: text }), input);
function dialog(title, fields, verb, act) {
  const form = make("form", { method: "dialog" }, make("h3", { textContent: title }), ...fields, make("div", { className: "acts" }, make("button", { type: "button", textContent: t(verb ? "cancel" : "close"), onclick: () => $("dialog").close() }), verb ? make("button", { className: "main", textContent: verb }) : null));
  form.onsubmit = async (e) => { e.preventDefault(); const data = new FormData(form); $("dialog").close(); await act(data); };
  $("dialog").replaceChildren(form); $("dialog").showModal();
}
export function exportDialog() {
  const select = (name, values) => make("select", { name }, ...values.map(([v, text]) => make("option", { value: v, textContent: text })));
  const format = select("format", [["jpg", "JPEG"], ["png", "PNG"], ["tif", "TIFF"], ["webp", "WebP"]]);
  dialog(`${t("export")}: ${many(state.selected.size)}`, [
    field(t("format"), format), field(t("size"), make("input", { name: "max_size", type: "number", min: 16, max: 100000, placeholder: t("full") })),
    field(t("quality"), make("input", { name: "quality", type: "number", min: 1, max: 100, value: 95 })),
    field(t("space"), select("space", [["srgb", "sRGB"], ["p3", "Display P3"], ["adobe", "Adobe RGB"], ["prophoto", "ProPhoto RGB"]])),
    field(t("bits"), select("bits", [[8, "8"], [16, "16 (PNG, TIFF)"]])), field(t("template"), make("input", { name: "template", value: "{name}", maxLength: 100 })),
    field(t("watermark"), make("input", { name: "watermark", maxLength: 80, placeholder: t("none") })), field(t("folder"), make("input", { name: "folder", value: "edited", maxLength: 60 }))],
  t("export"), async (form) => {
    const size = form.get("max_size");
    follow(await attempt(() => call("/api/export", { targets: [...state.selected], folder: form.get("folder"), template: `${form.get("template")}.${form.get("format")}`, quality: +form.get("quality"), space: form.get("space"), bits: +form.get("bits"), watermark: form.get("watermark"), max_size: size ? +size : null })), t("export"));
  });
}
export function keysDialog() { dialog(t("keys"), [make("div", { className: "keys" }, ...keyRows().map(([key, text]) => make("p", {}, make("kbd", { textContent: key }), make("span", { textContent: text }))))], "", () => {}); }

let job = null;
export function follow(made, title) {
  if (!made) return;
  job = { id: made.id, title };
  dialog(title, [make("progress", { max: made.total || 1, value: made.done }), make("p", { id: "job-text" }), make("div", { id: "job-rows" }), make("div", { className: "acts" }, make("button", { type: "button", id: "job-forget", textContent: t("giveUp"), hidden: true, onclick: () => { $("dialog").close(); attempt(() => call(`/api/jobs/${job.id}/forget`, {})); } }), make("button", { type: "button", id: "job-stop", textContent: t("stop"), onclick: () => attempt(() => call(`/api/jobs/${job.id}/${$("job-stop").dataset.act || "stop"}`, {})) }))], "", () => {});
  progress(made);
  const mine = job;
  attempt(async () => { // it may have ended before there was anywhere to show it
    const now = await call(`/api/jobs/${made.id}`);
    if (!mine.told) progress(now); // what was pushed meanwhile is newer than this answer
  });
}
export function pushed(made) { if (job?.id === made.id) job.told = true; progress(made); }
export async function resume() { // what an earlier run of the program left undone
  const left = (await attempt(() => call("/api/jobs")))?.jobs.find((one) => one.state !== "done");
  if (left) follow(left, `${t("unfinished")}: ${t(left.what)}`);
}
export function progress(made) {
  if (!job || made.id !== job.id || !$("job-text")) return;
  const states = { running: t("running"), stopped: t("stopped"), done: t("finished") };
  document.querySelector("#dialog progress").value = made.done;
  $("job-text").textContent = `${made.done} / ${made.total}  ${states[made.state]}`;
  $("job-stop").hidden = made.state === "done" && !Object.keys(made.failures).length;
  $("job-forget").hidden = made.state !== "stopped";
  $("job-stop").dataset.act = made.state === "running" ? "stop" : "go_on"; $("job-stop").textContent = t(made.state === "running" ? "stop" : "goOn");
  const nameOf = (id) => state.photos.find((p) => p.id === id)?.name || id;
  const told = Object.entries(made.results).map(([id, r]) => `${nameOf(id)}: ${r.file || (r.matched !== undefined ? `ΔE ${r.untouched} → ${r.copied} → ${r.matched}` : (r.moved || []).slice(0, 3).join(", "))}`);
  const failed = Object.entries(made.failures).map(([id, text]) => `${nameOf(id)}: ${text}`);
  $("job-rows").replaceChildren(...(made.what === "match" && told.length ? [make("p", { className: "quiet", textContent: t("distance") })] : []), ...[...told, ...failed].slice(-12).map((text) => make("p", { textContent: text })));
  if (made.what !== "export") touch(Object.keys(made.results));
}
on("state", () => { showMasks(); showHistory(); refreshThumb(); });
on("photo", () => { mark(); showPresets(); $("name").textContent = state.info.name; });
