// Pictures: in their place, and large on a click.

import { el } from "/page/dom.js";

export function picture(url, alt, width, height, extra = "") {
  const shown = el("img", { src: safe(url), alt: alt || "Picture without a description", loading: "lazy", width, height });
  // As a desktop client shows it, scaled into 550 × 350; room for it is kept before it arrives.
  if (width && height) shown.style.width = `${Math.round(Math.min(width, 550, (350 * width) / height))}px`;
  return el("button", { class: `picture ${extra}`, type: "button", title: "Open large", onclick: () => enlarge(url, alt) }, shown);
}

// Only the hall's own pictures are shown: nothing is loaded from outside.
export const safe = (url) => (String(url).startsWith("/attachments/") ? url : "/page/icon.svg");

export function enlarge(url, alt) {
  const dialog = el(
    "dialog",
    { class: "large", "aria-label": "Picture", onclick: () => dialog.close(), onclose: () => dialog.remove() },
    el("img", { src: safe(url), alt: alt || "" }),
    alt && el("p", {}, alt),
    el("button", { class: "tool close", type: "button", "aria-label": "Close" }, "✕"),
  );
  document.body.append(dialog);
  dialog.showModal();
}
