"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  // Every picture is in the page once; other places copy its address.
  const pictures = {};
  for (const image of all("img[data-picture]")) pictures[image.dataset.picture] = image.src;
  for (const image of all("img[data-copy]")) image.src = pictures[image.dataset.copy];

  for (const box of all(".cmp[data-before]")) {
    const before = box.querySelector(".before");
    const range = box.querySelector("input");
    const said = (side) => box.querySelector(".tag" + side).textContent;
    const set = (percent) => {
      range.value = Math.round(percent);
      box.style.setProperty("--p", percent + "%");
      range.setAttribute("aria-valuetext", Math.round(percent) + " % " + said(".l") + ", " + Math.round(100 - percent) + " % " + said(".r"));
    };
    const follow = (event) => {
      const area = box.getBoundingClientRect();
      set(Math.min(100, Math.max(0, (100 * (event.clientX - area.left)) / area.width)));
    };
    before.src = pictures[box.dataset.before];
    box.classList.add("ready");
    set(Number(range.value));
    range.addEventListener("input", () => set(Number(range.value)));
    box.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      try { box.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already */ }
      box.dataset.drag = "1";
      follow(event);
      range.focus({ preventScroll: true, focusVisible: false });
      if (event.pointerType === "mouse") event.preventDefault();
    });
    box.addEventListener("pointermove", (event) => { if (box.dataset.drag) follow(event); });
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => { delete box.dataset.drag; });
  }

  for (const group of all(".seg")) {
    group.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      for (const other of all("button", group)) other.setAttribute("aria-pressed", String(other === button));
      const box = document.getElementById(group.dataset.for);
      box.querySelector(".before").src = pictures[button.dataset.show];
      box.querySelector(".tag.l").textContent = button.dataset.tag;
    });
  }

  for (const chip of all(".chip[data-mask]")) {
    chip.addEventListener("click", () => {
      const on = chip.getAttribute("aria-pressed") !== "true";
      chip.setAttribute("aria-pressed", String(on));
      document.getElementById(chip.dataset.mask).hidden = !on;
    });
  }

  const copyText = async (text) => {
    try { return await navigator.clipboard.writeText(text); } catch { /* no clipboard on file: pages */ }
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("copy refused");
  };
  for (const button of all(".copy")) {
    button.addEventListener("click", async () => {
      const label = button.textContent;
      try {
        await copyText(document.getElementById(button.dataset.from).textContent);
        button.textContent = root.dataset.copied;
      } catch { button.textContent = root.dataset.select; }
      setTimeout(() => { button.textContent = label; }, 1600);
    });
  }

  for (const button of all(".btn[data-save]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const text = document.getElementById(button.dataset.save).textContent;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: button.dataset.type }));
      link.download = button.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 5000);
    });
  }
})();
