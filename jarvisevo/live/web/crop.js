// The crop: a turned rectangle of the photo's pixels, its ratio, and how it stays inside.
import { state, on, keep } from "./store.js";
import { t } from "./text.js";

export const KEYS = ["HasCrop", "CropTop", "CropLeft", "CropBottom", "CropRight", "CropAngle"];
export const RATIOS = { free: 0, original: -1, "1 : 1": 1, "5 : 4": 1.25, "4 : 3": 4 / 3, "7 : 5": 1.4, "3 : 2": 1.5, "16 : 9": 16 / 9 };
const LEAST = 24;
const LIES = { 1: ([x, y]) => [x, y], 2: ([x, y]) => [1 - x, y], 3: ([x, y]) => [1 - x, 1 - y], 4: ([x, y]) => [x, 1 - y], 5: ([x, y]) => [y, x], 6: ([x, y]) => [1 - y, x], 7: ([x, y]) => [1 - y, 1 - x], 8: ([x, y]) => [y, 1 - x] };
export const lies = (o, p) => LIES[o](p); // fractions of the frame -> of the frame as it is shown with an EXIF orientation
export const lay = (o, p) => LIES[{ 6: 8, 8: 6 }[o] || o](p); // and back
export const composed = (o, by) => +Object.keys(LIES).find((one) => [[0, 0], [1, 0]].every((p) => `${LIES[one](p)}` === `${LIES[by](LIES[o](p))}`));
let box = null, ratio = 0, held = null; // box: centre, sides, angle
export const turn = ([x, y], a) => [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
const size = () => [state.info.width, state.info.height];
const corners = (b) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => { const [dx, dy] = turn([(x * b.w) / 2, (y * b.h) / 2], b.a); return [b.x + dx, b.y + dy]; });

export function read(s) { // of settings
  const [W, H] = size(), c = s.HasCrop ? s : {}, l = (c.CropLeft ?? 0) * W, t = (c.CropTop ?? 0) * H, r = (c.CropRight ?? 1) * W, b = (c.CropBottom ?? 1) * H;
  const a = ((c.CropAngle || 0) * Math.PI) / 180, [w, h] = turn([r - l, b - t], -a);
  return { x: (l + r) / 2, y: (t + b) / 2, w, h, a };
}
function write(b) {
  const [W, H] = size(), [tl, , br] = corners(b), in01 = (v) => Math.round(Math.min(Math.max(v, 0), 1) * 1e5) / 1e5;
  const edges = { CropLeft: in01(tl[0] / W), CropTop: in01(tl[1] / H), CropRight: in01(br[0] / W), CropBottom: in01(br[1] / H) };
  const whole = !b.a && edges.CropLeft <= 0 && edges.CropTop <= 0 && edges.CropRight >= 1 && edges.CropBottom >= 1;
  Object.assign(state.settings, edges, { HasCrop: !whole, CropAngle: Math.round((b.a * 1800) / Math.PI) / 10 });
  if (whole) for (const k of KEYS) delete state.settings[k];
}
function inside(b) {
  const [W, H] = size();
  return b.w >= LEAST && b.h >= LEAST && corners(b).every(([x, y]) => x >= -0.5 && y >= -0.5 && x <= W + 0.5 && y <= H + 0.5);
}
function towards(from, to) { // as far of the way as stays inside the photo
  if (inside(to)) return to;
  const at = (u) => Object.fromEntries(Object.keys(from).map((k) => [k, from[k] + (to[k] - from[k]) * u]));
  let low = 0, high = 1;
  for (let i = 0; i < 20; i++) { const u = (low + high) / 2; inside(at(u)) ? (low = u) : (high = u); }
  return at(low);
}
const grown = (b, w, h) => { const k = LEAST / Math.min(w, h); return towards({ ...b, w: w * k, h: h * k }, { ...b, w, h }); };
const shape = (r) => (r < 0 ? size()[0] / size()[1] : r);

export function open() { box = read(state.settings); }
export function choose(name) { // a ratio: the largest of it about the middle of the crop
  const [W, H] = size();
  ratio = shape(RATIOS[name]);
  if (ratio && name !== "original" && box.h > box.w) ratio = 1 / ratio;
  if (ratio) box = grown(box, Math.max(W, H * ratio), Math.max(W, H * ratio) / ratio);
}
export function swap() { // the crop upright or lying
  const [W, H] = size(), r = box.h / box.w;
  if (ratio) ratio = r;
  box = grown(box, Math.min(Math.max(W, H * r), Math.max(box.w, box.h)), Math.min(Math.max(W, H * r), Math.max(box.w, box.h)) / r);
}
export async function accept() { write(box); box = null; await keep(KEYS, t("crop")); }
export function reset() { const [W, H] = size(); ratio = 0; box = { x: W / 2, y: H / 2, w: W, h: H, a: 0 }; }

export function grab([px, py], reach) { // at a place of the photo, in its pixels
  const [x, y] = turn([px - box.x, py - box.y], -box.a), near = (v, edge) => Math.abs(v - edge) < reach;
  const beside = Math.abs(x) > box.w / 2 + reach || Math.abs(y) > box.h / 2 + reach;
  held = { from: [px, py], was: box, turning: beside, l: near(x, -box.w / 2), r: near(x, box.w / 2), t: near(y, -box.h / 2), b: near(y, box.h / 2) };
}
export function drag([px, py]) {
  const b = held.was, angle = (x, y) => Math.atan2(y - b.y, x - b.x);
  if (held.turning) { box = straightened(b, b.a + angle(px, py) - angle(...held.from)); return; }
  const [dx, dy] = turn([px - held.from[0], py - held.from[1]], -b.a), edge = held.l || held.r || held.t || held.b;
  if (!edge) { box = towards(towards(b, { ...b, x: b.x + px - held.from[0] }), { ...b, x: b.x + px - held.from[0], y: b.y + py - held.from[1] }); return; }
  let l = -b.w / 2 + (held.l ? dx : 0), r = b.w / 2 + (held.r ? dx : 0), t = -b.h / 2 + (held.t ? dy : 0), o = b.h / 2 + (held.b ? dy : 0);
  if (ratio) {
    const across = held.l || held.r, w = across ? r - l : (o - t) * ratio, h = w / ratio, y = held.t ? o - h / 2 : held.b ? t + h / 2 : 0, x = held.l ? r - w / 2 : held.r ? l + w / 2 : 0;
    [l, r, t, o] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2];
  }
  const [cx, cy] = turn([(l + r) / 2, (t + o) / 2], b.a);
  box = towards(b, { ...b, x: b.x + cx, y: b.y + cy, w: r - l, h: o - t });
}
function straightened(b, a) { a = Math.min(Math.max(a, -Math.PI / 4), Math.PI / 4); return grown({ ...b, a }, b.w, b.h); }
on("moved", (name) => { // the slider of the angle: no empty corners
  if (name !== "CropAngle") return;
  const made = straightened(read(state.info.settings), ((state.settings.CropAngle || 0) * Math.PI) / 180);
  if (box) box = made;
  write(made);
});

export function draw(pen, at, d) { // at: a place of the photo, in its pixels -> the canvas
  const path = corners(box), middle = (p, q, u) => [p[0] + (q[0] - p[0]) * u, p[1] + (q[1] - p[1]) * u], [W, H] = size();
  const line = (...points) => { pen.beginPath(); points.forEach((p) => pen.lineTo(...at(p))); };
  pen.shadowBlur = 0; pen.fillStyle = "#000a"; line([0, 0], [W, 0], [W, H], [0, H]); pen.closePath(); path.forEach((p, i) => (i ? pen.lineTo(...at(p)) : pen.moveTo(...at(p)))); pen.closePath(); pen.fill("evenodd");
  line(...path, path[0]); pen.stroke(); pen.lineWidth = 0.6 * d;
  for (const u of [1 / 3, 2 / 3]) { line(middle(path[0], path[1], u), middle(path[3], path[2], u)); pen.stroke(); line(middle(path[0], path[3], u), middle(path[1], path[2], u)); pen.stroke(); }
  pen.fillStyle = "#fff"; for (const p of path) { const [x, y] = at(p); pen.fillRect(x - 4 * d, y - 4 * d, 8 * d, 8 * d); }
}
