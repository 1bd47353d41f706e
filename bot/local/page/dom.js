// Small helpers to build elements; text is always text, never markup.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const nameOf = (user) => user.global_name || user.username;

export function avatar(user, small = false) {
  const tint = Number(((BigInt(user.id) >> 22n) + BigInt(user.id)) % 8n);
  const face = el("span", { class: `avatar tint-${tint}${small ? " small" : ""}${user.bot ? " bot" : ""}`, "aria-hidden": "true" });
  face.append(user.bot ? el("img", { src: "/page/icon.svg", alt: "" }) : [...nameOf(user)][0].toUpperCase());
  return face;
}

const SHAPES = {
  thread: "M4 5h16M4 10h10M4 15h6m4-1 3 3 3-3m-3 3v-7",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  file: "M6 3h8l4 4v14H6zm8 0v4h4",
  mail: "M3 6h18v12H3zm0 1 9 6 9-6",
  horn: "M4 10v4h4l8 5V5l-8 5zm15-2v8",
  forum: "M3 4h13v9H8l-5 4zm16 4h2v13l-4-4h-7v-2",
  hash: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
};

// Drawn, because not every machine has a font with pictures in it.
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export const timeOf = (iso) => new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

// A game goes on for days: the time alone is only for today's.
export function whenOf(iso) {
  const today = new Date(iso).toDateString() === new Date().toDateString();
  return today ? timeOf(iso) : `${new Date(iso).toLocaleDateString([], { day: "numeric", month: "short" })}, ${timeOf(iso)}`;
}

let counter = 0;
export const freshId = (prefix) => `${prefix}-${++counter}`;
