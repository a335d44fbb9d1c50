// Handles of the chosen mask: its gradients, ellipses and strokes are moved where they stand.
import { state, groups, mask as ask, CORRECTIONS } from "./store.js";
import { turn } from "./crop.js";

const size = () => [state.info.width, state.info.height];
const shifted = (dab, dx, dy) => { const [kind, x, y] = dab.split(" "); return kind === "d" ? `d ${(+x + dx).toFixed(6)} ${(+y + dy).toFixed(6)}` : dab; };

const KINDS = { // a mask -> its handles: where, and what the mask becomes when one is put to p; all in fractions of the photo
  "Mask/Gradient": (m) => {
    const mid = [(m.ZeroX + m.FullX) / 2, (m.ZeroY + m.FullY) / 2];
    return [{ at: mid, put: ([x, y]) => ({ ...m, ZeroX: m.ZeroX + x - mid[0], FullX: m.FullX + x - mid[0], ZeroY: m.ZeroY + y - mid[1], FullY: m.FullY + y - mid[1] }) },
      { at: [m.ZeroX, m.ZeroY], put: ([x, y]) => ({ ...m, ZeroX: x, ZeroY: y }) }, { at: [m.FullX, m.FullY], put: ([x, y]) => ({ ...m, FullX: x, FullY: y }) }];
  },
  "Mask/CircularGradient": (m) => {
    const e = ellipse(m), [W, H] = size();
    const made = ({ x, y, rx, ry }) => ({ ...m, Left: (x - rx) / W, Right: (x + rx) / W, Top: (y - ry) / H, Bottom: (y + ry) / H });
    const end = (sx, sy) => ({ at: e.at(sx, sy), put: ([x, y]) => { const d = turn([x * W - e.x, y * H - e.y], -e.a).map(Math.abs); return made({ ...e, rx: sx ? Math.max(d[0], 4) : e.rx, ry: sy ? Math.max(d[1], 4) : e.ry }); } });
    return [{ at: [e.x / W, e.y / H], put: ([x, y]) => made({ ...e, x: x * W, y: y * H }) }, end(1, 0), end(-1, 0), end(0, 1), end(0, -1)];
  },
  "Mask/Paint": (m) => {
    const dabs = (m.Dabs || []).filter((dab) => dab.startsWith("d ")).map((dab) => dab.split(" ").slice(1).map(Number));
    const mid = [0, 1].map((k) => dabs.reduce((sum, p) => sum + p[k], 0) / dabs.length);
    return dabs.length ? [{ at: mid, put: ([x, y]) => ({ ...m, Dabs: m.Dabs.map((dab) => shifted(dab, x - mid[0], y - mid[1])) }) }] : [];
  },
};
function ellipse(m) {
  const [W, H] = size(), e = { x: ((m.Left + m.Right) / 2) * W, y: ((m.Top + m.Bottom) / 2) * H, rx: ((m.Right - m.Left) / 2) * W, ry: ((m.Bottom - m.Top) / 2) * H, a: ((m.Angle || 0) * Math.PI) / 180 };
  return { ...e, at: (u, v) => { const [x, y] = turn([u * e.rx, v * e.ry], e.a); return [(e.x + x) / W, (e.y + y) / H]; } };
}
const all = () => (groups()[state.mask]?.CorrectionMasks || []).flatMap((m, i) => (KINDS[m.What]?.(m) || []).map((h) => ({ ...h, i })));

export function hit(place, reach, at) { // the handle under a place of the canvas; at: fractions of the photo -> canvas
  return all().map((h) => ({ ...h, far: Math.hypot(...at(h.at).map((v, k) => v - place[k])) })).filter((h) => h.far < reach).sort((a, b) => a.far - b.far)[0];
}
export function drag(handle, p) {
  const masks = groups()[state.mask].CorrectionMasks.map((m, i) => (i === handle.i ? handle.put(p) : m));
  state.settings[CORRECTIONS] = groups().map((g, i) => (i === state.mask ? { ...g, CorrectionMasks: masks } : g));
}
export const drop = () => ask({ act: "change", number: state.mask, changes: { CorrectionMasks: groups()[state.mask].CorrectionMasks } });

export function draw(pen, at, d) {
  const line = (points) => { pen.beginPath(); points.forEach((p) => pen.lineTo(...p)); pen.stroke(); };
  for (const m of groups()[state.mask]?.CorrectionMasks || []) {
    if (m.What === "Mask/Gradient") {
      const [a, b] = [at([m.ZeroX, m.ZeroY]), at([m.FullX, m.FullY])], far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, n = [(a[1] - b[1]) / far, (b[0] - a[0]) / far];
      line([a, b]); for (const [p, long] of [[a, 90], [b, 90]]) line([-1, 1].map((s) => [p[0] + s * n[0] * long * d, p[1] + s * n[1] * long * d]));
    } else if (m.What === "Mask/CircularGradient") { const e = ellipse(m); line([...Array(65).keys()].map((i) => at(e.at(Math.cos((i * Math.PI) / 32), Math.sin((i * Math.PI) / 32))))); }
  }
  pen.fillStyle = "#fff"; pen.strokeStyle = "#222";
  for (const h of all()) { pen.beginPath(); pen.arc(...at(h.at), 5 * d, 0, 7); pen.fill(); pen.stroke(); }
}
