// Pictures as Discord shows them: one alone in its own shape, several as a grid; large on a click.

import { el } from "/page/dom.js";

// What a desktop client scales a single picture into, and one in an embed.
const SINGLE = [550, 350];
export const EMBEDDED = [400, 300];

// Each of `pictures`: {url, alt, width, height}.
export function gallery(pictures, box = SINGLE) {
  if (pictures.length === 1) return el("div", { class: "gallery" }, alone(pictures[0], box));
  const grid = el("div", { class: `gallery grid of-${pictures.length}` }, pictures.map((one) => picture(one)));
  // Whatever does not fill a row of three stands on top, larger.
  const first = pictures.length % 3;
  if (pictures.length > 4) [...grid.children].slice(0, first).forEach((node) => { node.style.gridColumn = `span ${6 / first}`; });
  return grid;
}

function alone(one, [wide, high]) {
  const node = picture(one);
  // Room for it is kept before it arrives.
  if (one.width && one.height) node.firstChild.style.width = `${Math.round(Math.min(one.width, wide, (high * one.width) / one.height))}px`;
  return node;
}

export function picture({ url, alt, width, height }, extra = "") {
  const shown = el("img", { src: safe(url), alt: alt || "Picture without a description", loading: "lazy", width, height });
  return el("button", { class: `picture ${extra}`, type: "button", title: "Open large", onclick: () => enlarge(url, alt) }, shown);
}

// Only the hall's own pictures are shown: nothing is loaded from outside.
export const safe = (url) => (String(url).startsWith("/attachments/") ? url : "/page/icon.svg");

export function enlarge(url, alt) {
  const dialog = el(
    "dialog",
    { class: "large", "aria-label": "Picture", onclick: () => dialog.close(), onclose: () => dialog.remove() },
    el("div", { class: "whole" }, el("img", { src: safe(url), alt: alt || "" })),
    alt && el("p", {}, alt),
    el("button", { class: "tool close", type: "button", "aria-label": "Close" }, "✕"),
  );
  document.body.append(dialog);
  dialog.showModal();
}
