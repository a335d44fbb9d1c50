// The page's words in two languages.
const WORDS = {
  undo: ["Undo (Ctrl+Z)", "撤销（Ctrl+Z）"], redo: ["Redo (Ctrl+Shift+Z)", "重做（Ctrl+Shift+Z）"],
  split: ["Before/After", "前后对比"], splitHelp: ["Before and after side by side (Y); hold \\ for before", "左右对比（Y）；按住 \\ 看原图"],
  clip: ["Clipping", "剪切警告"], clipHelp: ["Show lost highlights and shadows (J)", "显示高光与阴影剪切（J）"],
  zoomHelp: ["100 % (Z)", "100 %（Z）"], theme: ["Light or dark", "浅色或深色"], export: ["Export", "导出"],
  presets: ["Presets", "预设"], amount: ["Amount", "数量"], history: ["History", "历史记录"], masks: ["Masks", "蒙版"],
  edit: ["Edit", "编辑"], chat: ["Talk", "对话"], before: ["Before", "修改前"], after: ["After", "修改后"],
  sayHint: ["Say what to do: warmer, but keep the sky blue", "想怎么改？例如：暖一点，但天空保持蓝色"], send: ["Send", "发送"],
  histogram: ["Histogram", "直方图"], copy: ["Copy", "复制"], paste: ["Paste", "粘贴"], sync: ["Sync…", "同步…"], match: ["Match", "匹配"],
  matchHelp: ["Make the selected photos look like this one", "让选中的照片与这张一致"], reset: ["Reset", "复位"],
  black: ["black", "黑"], white: ["white", "白"], noPresets: ["No presets: start with --presets FOLDER, or put .xmp and .lrtemplate files into a folder “presets” beside the photos.", "没有预设：用 --presets 文件夹 启动，或把 .xmp、.lrtemplate 文件放进照片旁的 presets 文件夹。"],
  sky: ["Sky", "天空"], subject: ["Subject", "主体"], background: ["Background", "背景"], person: ["Person", "人物"], linear: ["Linear", "线性"],
  radial: ["Radial", "径向"], brush: ["Brush", "画笔"], object: ["Object", "对象"], luminance: ["Luminance", "明亮度"],
  invert: ["Invert", "反相"], remove: ["Delete", "删除"], add: ["Add", "添加"], subtract: ["Subtract", "减去"], intersect: ["Intersect", "相交"], overlay: ["Overlay", "叠加"],
  presetInMask: ["Presets now act in this mask", "预设将作用于此蒙版"],
  drawLinear: ["Drag from where it is full to where it ends", "从完全生效处拖到消失处"], drawRadial: ["Drag a box around the area", "拖出一个范围"],
  drawBrush: ["Paint; Enter ends", "涂抹；按 Enter 结束"], drawObject: ["Drag a box around the thing", "框选物体"], drawCrop: ["Drag the frame, or turn it from outside; X turns it upright, Enter accepts, Esc leaves", "拖动裁剪框，在框外拖动可旋转；X 横竖切换，Enter 确认，Esc 取消"],
  left90: ["Rotate left", "向左旋转"], right90: ["Rotate right", "向右旋转"], flipAcross: ["Flip horizontal", "水平翻转"], flipDown: ["Flip vertical", "垂直翻转"],
  crop: ["Crop", "裁剪"], cropTool: ["Crop (R)", "裁剪（R）"], ratio: ["Aspect", "长宽比"], free: ["As you like", "自由"], swap: ["Turn (X)", "横竖（X）"], whiteTool: ["White balance from the photo (W)", "从照片取白平衡（W）"],
  whiteHelp: ["Click something that should be neutral grey", "点击应为中性灰的地方"], curve: ["Curve", "曲线"], pointColor: ["Point Color", "点颜色"], rename: ["Name", "名称"], active: ["On", "启用"], feather: ["Feather", "羽化"], rangeFrom: ["Range from", "范围起"], rangeTo: ["Range to", "范围止"], autoWords: ["auto", "自动调整"], done: ["Done", "完成"], cancel: ["Cancel", "取消"], original: ["Original", "原图"], asItCame: ["As it came", "初始状态"],
  unfinished: ["Not finished", "未完成"], giveUp: ["Give up", "放弃"],
  hero: ["Settings of", "设置来自"], to: ["to", "应用到"], photo: ["photo", "张照片"], photos: ["photos", "张照片"], all: ["All panels", "全部面板"], withCrop: ["Crop too", "包含裁剪"], withMasks: ["Masks too", "包含蒙版"],
  chooseMore: ["Choose other photos in the filmstrip first (Ctrl or Shift click).", "请先在胶片窗格中选择其他照片（Ctrl 或 Shift 点击）。"],
  size: ["Long side, pixels", "长边像素"], full: ["full size", "原始尺寸"], quality: ["Quality", "品质"], template: ["File name", "文件名"], space: ["Colour space", "色彩空间"],
  bits: ["Bits", "位深"], folder: ["Folder", "文件夹"], watermark: ["Watermark", "水印"], format: ["Format", "格式"], none: ["none", "无"],
  busy: ["An edit of this photo is under way: wait for it, or stop it", "正在编辑这张照片：请等待，或停止"],
  stop: ["Stop", "停止"], goOn: ["Go on", "继续"], close: ["Close", "关闭"], running: ["working", "进行中"], stopped: ["stopped", "已停止"], finished: ["done", "完成"], failed: ["failed", "失败"],
  batch: ["Also for the selected photos", "也应用到选中的照片"], ignored: ["Not done", "未处理"], score: ["of 5", "/ 5"], lost: ["The program has ended. Start it again and open the address that it prints.", "程序已结束。请重新启动并打开它给出的地址。"],
  keys: ["Keys", "快捷键"], copied: ["Settings copied", "已复制设置"], nothingCopied: ["Copy settings from a photo first", "请先复制一张照片的设置"], red: ["Red", "红"], green: ["Green", "绿"], blue: ["Blue", "蓝"],
  hue: ["Hue", "色相"], saturation: ["Saturation", "饱和度"], luminanceTab: ["Luminance", "明亮度"], pick: ["Pick a colour", "吸取颜色"], pickHelp: ["Click a colour in the photo", "在照片中点取颜色"],
  distance: ["ΔE to the first photo, untouched → copied → matched", "与首张的色差 ΔE：未处理 → 直接复制 → 匹配后"], full100: ["developing at 100 %", "正在按 100 % 显影"],
};
const KEYS = [["\\", "Before, while held", "按住查看修改前"], ["Y", "Before and after", "前后对比"], ["Z / Space", "100 %", "100 %"], ["J", "Clipping", "剪切警告"],
  ["R / X", "Crop, turn it upright", "裁剪、横竖切换"], [", .", "Previous, next slider", "上一个、下一个滑块"], ["- = ;", "Slider less, more, default", "滑块减、加、复位"], ["M", "Linear gradient", "线性渐变"], ["Shift+M", "Radial gradient", "径向渐变"], ["K", "Brush", "画笔"], ["O / H", "Mask overlay, handles", "蒙版叠加、控制点"], ["'", "Invert mask", "反相蒙版"], ["Delete", "Delete mask", "删除蒙版"], ["[ ]", "Brush size", "画笔大小"], ["W", "White balance from the photo", "取白平衡"],
  ["V", "Black and white", "黑白"], ["0 … 5", "Stars", "星级"], ["← →", "Other photo", "上一张/下一张"], ["Ctrl+U", "Auto", "自动"], ["F", "Full screen", "全屏"], ["Ctrl+Z", "Undo", "撤销"], ["Ctrl+Shift+Z", "Redo", "重做"],
  ["Ctrl+Shift+C / V", "Copy, paste settings", "复制、粘贴设置"], ["Ctrl+Shift+S", "Sync", "同步"], ["Ctrl+Shift+R", "Reset", "复位"], ["Ctrl+Shift+E", "Export", "导出"], ["T", "Talk", "对话"], ["Tab", "Photo alone", "仅显示照片"], ["? / Ctrl+/", "Keys", "快捷键"]];
export const lang = { zh: (localStorage.lang || navigator.language || "en").startsWith("zh") };
export const t = (key) => (WORDS[key] || [key, key])[lang.zh ? 1 : 0];
export const titleOf = (row) => (lang.zh ? row.zh : row.title);
let names = []; // sliders in both languages, longest first
const SWITCHED = { " on": " 开", " off": " 关" };
export const learn = (rows) => (names = [...rows.map((row) => [row.title, row.zh]), ["Masks", "蒙版"], ["Mask", "蒙版"], ["removed", "已移除"], ["changed", "已更改"], ["new mask", "新蒙版"]].sort((a, b) => b[0].length - a[0].length));
export function said(text) { // "Exposure +0.35 EV, Contrast +10" as the server says it, in the page's language
  if (!lang.zh) return text;
  const word = (part) => { const found = names.find(([en]) => part === en || part.startsWith(`${en} `) || part.startsWith(`${en}:`)); return found ? found[1] + (SWITCHED[part.slice(found[0].length)] || part.slice(found[0].length)) : part; };
  return text.split(", ").map((part) => part.split(": ").map(word).join("：")).join("，"); // "Sky: Exposure -0.8 EV" too
}
export const keyRows = () => KEYS.map((k) => [k[0], k[lang.zh ? 2 : 1]]);
export function translate(root = document) {
  document.documentElement.lang = lang.zh ? "zh" : "en";
  for (const [attribute, name] of [["t", ""], ["tTitle", "title"], ["tPlaceholder", "placeholder"], ["tLabel", "aria-label"]])
    for (const node of root.querySelectorAll(`[data-${attribute.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase())}]`))
      name ? node.setAttribute(name, t(node.dataset[attribute])) : (node.textContent = t(node.dataset[attribute]));
  for (const button of root.querySelectorAll("button[title]:not([aria-label])")) button.setAttribute("aria-label", button.title);
}
