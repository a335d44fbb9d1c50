// Lightroom's panels, made from the table that the server sends; the curve editor and the histogram.
import { state, on, move, keep, call, act } from "./store.js";
import * as crop from "./crop.js";
import { view, tool, paint } from "./viewer.js";
import { t, titleOf, learn } from "./text.js";

const $ = (id) => document.getElementById(id);
export const make = (tag, more = {}, ...inside) => {
  const node = Object.assign(document.createElement(tag), more);
  node.append(...inside.filter((x) => x !== null && x !== undefined));
  return node;
};
const K = (v) => Math.log(v); // temperature is felt by its ratio
const toPlace = (row, v) => (row.unit === "K" ? (1000 * (K(v) - K(row.low))) / (K(row.high) - K(row.low)) : v);
const toValue = (row, p) => (row.unit === "K" ? Math.round(Math.exp(K(row.low) + (p / 1000) * (K(row.high) - K(row.low))) / row.step) * row.step : p);
export const defaultOf = (row) => {
  if (state.info?.raw && row.name === "Temperature" && state.info.as_shot) return state.info.as_shot[0];
  if (state.info?.raw && row.name === "Tint" && state.info.as_shot) return state.info.as_shot[1];
  return state.info?.start?.[row.name] ?? row.default;
};
export const valueOf = (name) => {
  const [head, field] = name.split(".");
  const found = field ? state.settings[head]?.[field] : state.settings[head];
  return found ?? defaultOf(state.rows[name]);
};

export function slider(row, read, write, done) {
  const scale = row.scale || 1, step = scale > 4 ? 1 : scale > 1 ? 0.01 : row.step, decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  const range = make("input", { type: "range", min: row.unit === "K" ? 0 : row.low * scale, max: row.unit === "K" ? 1000 : row.high * scale, step: row.unit === "K" ? 1 : step });
  const number = make("input", { type: "number", min: row.low * scale, max: row.high * scale, step });
  const label = make("span", { textContent: titleOf(row), title: `${row.doc} (${row.name})` });
  const node = make("div", { className: "row" }, label, range, number);
  node.dataset.name = row.name;
  range.setAttribute("aria-label", titleOf(row)); number.setAttribute("aria-label", titleOf(row));
  if (row.track?.length) range.style.setProperty("--colours", `linear-gradient(90deg,${row.track.join(",")})`);
  const digits = (v) => (row.unit === "K" || decimals || Math.abs(v - Math.round(v)) < 0.05 ? decimals : 1); // another program may set 12.7
  const put = (v) => { number.value = (v * scale).toFixed(digits(v * scale)); range.value = toPlace(row, v * scale); node.classList.toggle("moved", Math.abs(v - defaultOf(row)) > 1e-6); };
  node.refresh = () => { if (document.activeElement !== number) put(read()); };
  range.addEventListener("input", () => { state.dragging = true; const v = toValue(row, +range.value) / scale; write(v); put(v); });
  range.addEventListener("change", () => { state.dragging = false; done(); });
  const set = (v) => { const moved = Math.abs(v - read()) > 1e-9; if (moved) write(v); put(v); if (moved) done(); };
  number.addEventListener("change", () => set(number.value === "" ? read() : Math.min(Math.max(+number.value, row.low * scale), row.high * scale) / scale));
  label.addEventListener("dblclick", () => set(defaultOf(row)));
  put(read());
  return node;
}

function rowNode(row) {
  if (row.only && (row.only === "raw") !== !!state.info?.raw) return null;
  if (row.kind === "number") return slider(row, () => valueOf(row.name), (v) => move(row.name, v), () => keep(row.name === "CropAngle" ? crop.KEYS : [row.name]));
  if (row.kind === "flag") {
    const box = make("input", { type: "checkbox", checked: !!valueOf(row.name) });
    box.onchange = () => { move(row.name, box.checked); keep([row.name]); };
    const node = make("label", { className: "row", title: row.doc }, make("span", { textContent: titleOf(row) }), box);
    node.dataset.name = row.name;
    node.refresh = () => { box.checked = !!valueOf(row.name); };
    return node;
  }
  if (row.kind === "struct" && row.fields) {
    const fields = row.fields.filter((f) => !/Version|Supports|Stubbed|SourceE|FocalRangeS/.test(f.name)).map(rowNode).filter(Boolean);
    const node = make("div", {}, ...fields);
    node.refresh = () => fields.forEach((f) => f.refresh());
    return node;
  }
  return null;
}

const CURVES = ["ToneCurvePV2012", "ToneCurvePV2012Red", "ToneCurvePV2012Green", "ToneCurvePV2012Blue"];
const LOCAL_CURVES = ["MainCurve", "RedCurve", "GreenCurve", "BlueCurve"];
const INK = ["#eee", "#e8584e", "#4fbf5b", "#5a92ff"];
// Where a curve or the point colours live, in the photo or in a mask: get(name), set(name, value) while it moves, done(name).
const inPhoto = { get: (n) => state.settings[n], set: move, done: (n) => keep([n]) };
export const localExtras = (inMask) => [make("p", { className: "sub", textContent: t("curve") }), curveNode(LOCAL_CURVES, inMask), make("p", { className: "sub", textContent: t("pointColor") }), pointColours("LocalPointColors", inMask)];
function curveNode(names, { get, set, done }) {
  let name = names[0], held = -1;
  const canvas = make("canvas", { className: "curve", width: 300, height: 300 });
  const points = () => (get(name) || [[0, 0], [255, 255]]).map((p) => [...p]);
  const draw = () => {
    const c = canvas.getContext("2d"); c.clearRect(0, 0, 300, 300); c.strokeStyle = "#333"; c.lineWidth = 1;
    for (let i = 1; i < 4; i++) { c.beginPath(); c.moveTo(75 * i, 0); c.lineTo(75 * i, 300); c.moveTo(0, 75 * i); c.lineTo(300, 75 * i); c.stroke(); }
    for (const one of names.filter((n) => n === name || get(n))) {
      const p = (get(one) || [[0, 0], [255, 255]]), at = ([x, y]) => [(x / 255) * 300, 300 - (y / 255) * 300];
      c.strokeStyle = INK[names.indexOf(one)]; c.globalAlpha = one === name ? 1 : 0.4; c.lineWidth = 2; c.beginPath(); spline(p).forEach((q, i) => (i ? c.lineTo(...at(q)) : c.moveTo(...at(q)))); c.stroke();
      if (one === name) for (const q of p) { c.beginPath(); c.arc(...at(q), 5, 0, 7); c.fillStyle = "#17171a"; c.fill(); c.stroke(); }
      c.globalAlpha = 1;
    }
  };
  const where = (e) => { const b = canvas.getBoundingClientRect(); return [((e.clientX - b.left) / b.width) * 255, 255 - ((e.clientY - b.top) / b.height) * 255].map((v) => Math.round(Math.min(Math.max(v, 0), 255))); };
  canvas.onpointerdown = (e) => {
    const p = points(), q = where(e);
    held = p.findIndex((one) => Math.hypot(one[0] - q[0], one[1] - q[1]) < 14);
    if (held < 0 && p.length < 16 && !p.some((one) => Math.abs(one[0] - q[0]) < 4)) { p.push(q); p.sort((a, b) => a[0] - b[0]); held = p.indexOf(q); set(name, p); }
    if (held >= 0) canvas.setPointerCapture(e.pointerId);
    draw();
  };
  canvas.onpointermove = (e) => {
    if (held < 0) return;
    const p = points(), q = where(e), low = held ? p[held - 1][0] + 2 : 0, high = held < p.length - 1 ? p[held + 1][0] - 2 : 255;
    p[held] = [Math.min(Math.max(q[0], low), high), q[1]]; state.dragging = true; set(name, p); draw();
  };
  canvas.onpointerup = () => { if (held >= 0) { held = -1; state.dragging = false; done(name); } };
  canvas.ondblclick = (e) => { const p = points(), q = where(e), i = p.findIndex((one) => Math.hypot(one[0] - q[0], one[1] - q[1]) < 14); if (i > 0 && i < p.length - 1) p.splice(i, 1); set(name, p.length === 2 && p[0][1] === 0 && p[1][1] === 255 ? undefined : p); done(name); draw(); };
  const tabs = make("div", { className: "seg" }, ...names.map((n, i) => make("button", { type: "button", textContent: ["RGB", t("red"), t("green"), t("blue")][i], onclick: () => { name = n; for (const b of tabs.children) b.setAttribute("aria-pressed", b === tabs.children[i]); draw(); } })));
  tabs.firstChild.setAttribute("aria-pressed", true);
  const node = make("div", {}, tabs, canvas);
  node.refresh = draw; draw();
  return node;
}
function spline(p) { // monotone cubic, as the eye expects a tone curve; the server's own curve is what is developed
  if (p.length < 3) return p;
  const d = p.slice(1).map((q, i) => (q[1] - p[i][1]) / Math.max(q[0] - p[i][0], 1e-6));
  const m = p.map((_, i) => (i === 0 ? d[0] : i === p.length - 1 ? d[i - 1] : d[i - 1] * d[i] <= 0 ? 0 : (d[i - 1] + d[i]) / 2));
  const out = [];
  for (let i = 0; i < p.length - 1; i++) {
    const h = p[i + 1][0] - p[i][0], cap = 3 * Math.abs(d[i]), a = Math.sign(m[i]) * Math.min(Math.abs(m[i]), cap), b = Math.sign(m[i + 1]) * Math.min(Math.abs(m[i + 1]), cap);
    for (let s = 0; s <= 12; s++) { const u = s / 12, u2 = u * u, u3 = u2 * u; out.push([p[i][0] + u * h, (2 * u3 - 3 * u2 + 1) * p[i][1] + (u3 - 2 * u2 + u) * h * a + (3 * u2 - 2 * u3) * p[i + 1][1] + (u3 - u2) * h * b]); }
  }
  return out;
}

function pointColours(name, { get, set, done }) {
  const box = make("div", {}), fields = state.rows.PointColors.fields.filter((f) => /HueShift|SatScale|LumScale|RangeAmount/.test(f.name));
  const with_ = (list) => { set(name, list.length ? list : undefined); return done(name); };
  box.refresh = () => {
    const list = get(name) || [];
    box.replaceChildren(make("button", { type: "button", textContent: t("pick"), onclick: () => tool("pick", (_, rgb) => with_([...(get(name) || []), sampled(rgb)]).then(box.refresh)) }), ...list.flatMap((one, i) => [
      make("p", { className: "sub", textContent: `${i + 1}` }),
      ...fields.map((f) => {
        const field = f.name.split(".").pop();
        const put = (v) => set(name, get(name).map((old, j) => (j === i ? { ...old, [field]: v } : old)));
        return slider({ ...f, step: 0.01 }, () => get(name)?.[i]?.[field] ?? f.default, put, () => done(name));
      }),
      make("button", { type: "button", textContent: t("remove"), onclick: () => with_(list.filter((_, j) => j !== i)).then(box.refresh) }),
    ]));
  };
  box.refresh();
  return box;
}
function sampled(rgb) { // a new point colour: hue, saturation and lightness of a pixel
  const [r, g, b] = rgb.map((v) => v / 255), max = Math.max(r, g, b), min = Math.min(r, g, b), d = max - min, l = (max + min) / 2;
  const hue = d === 0 ? 0 : max === r ? ((g - b) / d + 6) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
  return { SrcHue: (hue * Math.PI) / 3, SrcSat: d === 0 ? 0 : d / (1 - Math.abs(2 * l - 1)), SrcLum: l, HueShift: 0, SatScale: 0, LumScale: 0, RangeAmount: 0.5 };
}
export const white = () => tool("white", (place) => act("/white", { place }));
function cropTools() {
  const open = () => { if (view.tool !== "crop") tool("crop"); };
  const ratio = make("select", { title: t("ratio"), onchange: () => { open(); crop.choose(ratio.value); paint(); } }, ...Object.keys(crop.RATIOS).map((name) => make("option", { value: name, textContent: t(name) })));
  ratio.setAttribute("aria-label", t("ratio"));
  const button = (name, act) => make("button", { type: "button", textContent: t(name), onclick: act });
  const turned = (name, by) => button(name, () => { state.settings.Orientation = `${crop.composed(+(state.settings.Orientation || 1), by)}`; return keep(["Orientation"], t(name)); });
  const turns = [turned("left90", 8), turned("right90", 6), turned("flipAcross", 2), turned("flipDown", 4)];
  return make("div", { className: "tools" }, ...turns, button("cropTool", () => tool("crop")), ratio, button("swap", () => { open(); crop.swap(); paint(); }), button("reset", () => { open(); crop.reset(); paint(); }));
}

const MIX = [["HueAdjustment", "hue"], ["SaturationAdjustment", "saturation"], ["LuminanceAdjustment", "luminanceTab"]];
export function build() {
  const open = new Set([...$("panels").querySelectorAll("details[open]")].map((d) => d.dataset.title));
  if (!$("panels").children.length) open.add("Basic");
  $("panels").replaceChildren(...state.panels.map((panel) => {
    const rows = make("div", { className: "rows" });
    for (const row of panel.rows) {
      if (CURVES.includes(row.name)) { if (row.name === CURVES[0]) rows.append(curveNode(CURVES, inPhoto)); continue; }
      if (row.name === "PointColors") { rows.append(pointColours(row.name, inPhoto)); continue; }
      if ((crop.KEYS.includes(row.name) && row.name !== "CropAngle") || row.name === "Orientation") continue; // buttons and handles set them
      const mix = MIX.find(([head]) => row.name === `${head}Red`);
      if (mix) rows.append(make("p", { className: "sub", textContent: t(mix[1]) }));
      const node = rowNode(row);
      if (node) rows.append(node);
    }
    if (panel.title === "Crop") rows.prepend(cropTools());
    if (panel.title === "Basic") rows.prepend(make("div", { className: "tools" }, make("button", { type: "button", textContent: t("whiteTool"), onclick: white })));
    const details = make("details", { className: "panel", open: open.has(panel.title) }, make("summary", {}, titleOf(panel), make("i", { className: "dot" })), rows);
    details.dataset.title = panel.title;
    return details;
  }));
  refresh();
}
export function refresh() {
  for (const details of $("panels").children) {
    for (const node of details.querySelector(".rows").children) node.refresh?.();
    const names = state.panels.find((p) => p.title === details.dataset.title).rows.map((r) => r.name);
    const moved = names.some((n) => n in state.settings && JSON.stringify(state.settings[n]) !== JSON.stringify(state.rows[n].default));
    details.querySelector(".dot").style.visibility = moved ? "visible" : "hidden";
  }
}
export function reveal(title) { // a panel, opened and scrolled to
  const panel = $("panels").querySelector(`[data-title="${title}"]`);
  panel.open = true;
  panel.scrollIntoView({ block: "nearest" });
}
const shownSliders = () => [...document.querySelectorAll(".right .row input[type=range]")].filter((node) => node.offsetParent);
export function next(by) { // the slider before or after the one in hand, as , and . of Lightroom
  const all = shownSliders(), at = all.indexOf(document.activeElement), node = all[at < 0 ? 0 : (at + by + all.length) % all.length];
  node?.focus(); node?.scrollIntoView({ block: "nearest" });
}
export function nudge(steps) { // - = ; move it, or put it back
  const node = shownSliders().find((one) => one === document.activeElement);
  if (!node) return next(1);
  if (!steps) return node.closest(".row").querySelector("span").dispatchEvent(new MouseEvent("dblclick"));
  node.value = +node.value + (steps * (node.max - node.min)) / 50;
  for (const kind of ["input", "change"]) node.dispatchEvent(new Event(kind, { bubbles: true }));
}
export async function load() {
  const made = await call("/api/params");
  state.panels = made.panels; state.local = made.local;
  for (const panel of made.panels) for (const row of panel.rows) { state.rows[row.name] = row; for (const field of row.fields || []) state.rows[field.name] = field; }
  learn(Object.values(state.rows));
}

export function histogram(head) {
  if (!head.histogram) return;
  const canvas = $("histogram"), c = canvas.getContext("2d"), w = canvas.width, h = canvas.height;
  c.clearRect(0, 0, w, h); c.globalCompositeOperation = "screen";
  ["#c43b34", "#2f9a47", "#2f63cf"].forEach((colour, k) => {
    const bins = head.histogram[k]; c.fillStyle = colour; c.beginPath(); c.moveTo(0, h);
    bins.forEach((v, i) => c.lineTo((i / (bins.length - 1)) * w, h - v * (h - 4))); c.lineTo(w, h); c.fill();
  });
  c.globalCompositeOperation = "source-over"; c.strokeStyle = "#fffc"; c.lineWidth = 2; c.beginPath();
  head.histogram[3].forEach((v, i, all) => { const p = [(i / (all.length - 1)) * w, h - v * (h - 4)]; i ? c.lineTo(...p) : c.moveTo(...p); }); c.stroke();
  const percent = (v) => (v === 0 ? "0 %" : v < 0.0005 ? "< 0.1 %" : `${(100 * v).toFixed(1)} %`);
  $("clip-black").textContent = `${t("black")} ${percent(head.clipped[1])}`; $("clip-white").textContent = `${t("white")} ${percent(head.clipped[0])}`;
  $("ms").textContent = `${Math.round(head.ms)} ms`;
}
on("state", () => { if (!state.dragging) refresh(); });
