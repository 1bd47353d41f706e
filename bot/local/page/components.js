// Buttons, selects and the new layout.

import { avatar, el, icon, nameOf } from "/page/dom.js";
import { markdown } from "/page/markdown.js";
import { Menu } from "/page/menu.js";
import { gallery, picture } from "/page/picture.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

// `act(custom_id, values)` clicks; it returns a promise that ends when the bot has answered.
export function component(part, world, act) {
  const inner = (parts) => (parts || []).map((child) => component(child, world, act));
  switch (part.type) {
    case 1: return el("div", { class: "row" }, inner(part.components));
    case 2: return button(part, act);
    case 3: case 5: case 6: case 7: case 8: return select(part, world, act);
    case 9: return el("div", { class: "section" }, el("div", { class: "grow" }, inner(part.components)), component(part.accessory, world, act));
    case 10: return markdown(part.content, world);
    case 11: return picture({ ...part.media, alt: part.description }, "thumb");
    case 12: return gallery(part.items.map((i) => ({ ...i.media, alt: i.description })));
    case 13: return el("a", { class: "file", href: part.file.url, download: true }, icon("file"), part.name || "File");
    case 14: return el("hr", { class: `${part.divider === false ? "bare" : ""} ${part.spacing === 2 ? "wide" : ""}` });
    case 17: return container(part, inner);
    default: return el("p", { class: "note" }, `(a component of kind ${part.type})`);
  }
}

function container(part, inner) {
  const box = el("div", { class: "container" }, inner(part.components));
  if (part.accent_color !== undefined && part.accent_color !== null) {
    box.style.borderInlineStartColor = `#${part.accent_color.toString(16).padStart(6, "0")}`;
  }
  return box;
}

const emoji = (part) => (part.emoji && !part.emoji.id ? el("span", { class: "emoji" }, part.emoji.name) : null);

function button(part, act) {
  const words = [emoji(part), part.label && el("span", {}, part.label)];
  if (part.style === 5) {
    return el("a", { class: "button link", href: part.url, target: "_blank", rel: "noopener noreferrer" }, words, " ↗");
  }
  const node = el("button", { class: `button ${STYLES[part.style]}`, type: "button", disabled: Boolean(part.disabled), "data-id": part.custom_id }, words);
  node.addEventListener("click", async () => {
    if (node.getAttribute("aria-busy")) return;
    node.setAttribute("aria-busy", "true");
    await act(part.custom_id);
    node.removeAttribute("aria-busy");
  });
  return node;
}

export function choices(part, world) {
  if (part.options) {
    return part.options.map((o) => ({ label: o.label, note: o.description, value: o.value, face: emoji(o), preset: o.default }));
  }
  if (part.type === 8) return world.channels().map((c) => ({ label: `#${c.name}`, value: c.id }));
  if (part.type === 6) return [];
  const preset = new Set((part.default_values || []).map((d) => d.id));
  return world.users().map((u) => ({ label: nameOf(u), value: u.id, face: avatar(u, true), preset: preset.has(u.id) }));
}

function select(part, world, act) {
  const all = choices(part, world);
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const many = most > 1;
  let chosen = all.filter((option) => option.preset).map((option) => option.value);
  const face = el("button", { class: "select", type: "button", disabled: Boolean(part.disabled), "aria-haspopup": "listbox", "aria-expanded": "false", "data-id": part.custom_id });
  const root = el("div", { class: "selectbox" }, face);
  const menu = new Menu(root, { label: part.placeholder || "Options", above: false, take });
  menu.owner = face;
  const done = el("button", { class: "button primary done", type: "button", onclick: send }, "Done");

  function words() {
    const named = all.filter((option) => chosen.includes(option.value)).map((option) => option.label);
    face.replaceChildren(el("span", { class: named.length ? "" : "faint" }, named.join(", ") || part.placeholder || "Make a selection"), el("span", { class: "arrow", "aria-hidden": "true" }, "▾"));
  }

  function draw(at) {
    roomier();
    menu.show(all.map((o) => ({ ...o, chosen: many ? chosen.includes(o.value) : undefined })), at);
    face.setAttribute("aria-expanded", String(menu.open));
    if (many) {
      done.disabled = chosen.length < least;
      menu.list.append(done);
    }
  }

  // The list opens to the side that has more room in the log.
  function roomier() {
    const log = root.closest(".log")?.getBoundingClientRect();
    if (!log) return;
    const box = face.getBoundingClientRect();
    const above = box.top - log.top;
    const below = log.bottom - box.bottom;
    const up = below < 260 && above > below;
    menu.list.classList.toggle("above", up);
    menu.list.classList.toggle("below", !up);
    menu.list.style.maxHeight = `${Math.max(120, Math.min(300, (up ? above : below) - 12))}px`;
  }

  function close() {
    menu.hide();
    face.setAttribute("aria-expanded", "false");
  }

  function take(option, index) {
    if (!many) {
      chosen = [option.value];
      send();
      return;
    }
    if (chosen.includes(option.value)) chosen = chosen.filter((value) => value !== option.value);
    else if (chosen.length < most) chosen = [...chosen, option.value];
    words();
    draw(index);
  }

  async function send() {
    close();
    words();
    face.setAttribute("aria-busy", "true");
    await act(part.custom_id, chosen);
    face.removeAttribute("aria-busy");
  }

  face.addEventListener("click", () => (menu.open ? close() : draw(0)));
  root.addEventListener("keydown", (event) => {
    if (event.target === done) return;
    if (many && menu.open && event.key === "Tab") return;
    if (menu.open && event.key === "Escape") face.setAttribute("aria-expanded", "false");
    menu.key(event, ["Enter", " "]);
  });
  root.addEventListener("focusout", (event) => root.contains(event.relatedTarget) || close());
  words();
  return root;
}
