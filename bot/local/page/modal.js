// A form that the bot opens, laid over its own pane so that the others stay usable.

import { el, freshId } from "/page/dom.js";
import { choices } from "/page/components.js";
import { markdown } from "/page/markdown.js";

// `send(values)` submits; it throws what the player should read.
export function openModal(root, modal, world, send) {
  const before = document.activeElement;
  const readers = {};
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const submit = el("button", { class: "button primary", type: "submit" }, "Submit");
  const title = freshId("title");
  const form = el(
    "form",
    { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": title, novalidate: true },
    el("h2", { id: title }, modal.title),
    el("div", { class: "fields" }, modal.components.map((part) => field(part, world, readers))),
    problem,
    el("div", { class: "row end" }, el("button", { class: "button secondary", type: "button", onclick: close }, "Cancel"), submit),
  );
  const veil = el("div", { class: "veil" }, form);

  function close() {
    veil.remove();
    before?.focus?.();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.setAttribute("aria-busy", "true");
    try {
      await send(Object.fromEntries(Object.entries(readers).map(([id, read]) => [id, read()])));
      close();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
    submit.removeAttribute("aria-busy");
  });
  veil.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
    if (event.key === "Tab") keepInside(event, form);
  });
  root.append(veil);
  (form.querySelector("input, textarea, select") || submit).focus();
}

function keepInside(event, form) {
  const stops = [...form.querySelectorAll("input, textarea, select, button")].filter((node) => !node.disabled);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0]).focus();
}

function field(part, world, readers) {
  if (part.type === 1) return el("div", {}, part.components.map((inner) => field(inner, world, readers)));
  if (part.type === 10) return markdown(part.content, world);
  if (part.type === 18) return labelled(part.label, part.description, part.component, world, readers);
  return labelled(part.label, null, part, world, readers);
}

function labelled(label, description, part, world, readers) {
  const id = freshId("field");
  const group = part.type === 21 || part.type === 22 || (part.type !== 4 && (part.max_values ?? 1) > 1);
  const input = entry(part, world, readers, id);
  const needed = part.type !== 23 && part.required !== false;
  return el(
    group ? "fieldset" : "div",
    { class: "field" },
    el(group ? "legend" : "label", group ? {} : { for: id }, label || "", needed && el("span", { class: "needed", title: "needed" }, " *")),
    description && el("p", { class: "note" }, description),
    input,
  );
}

function entry(part, world, readers, id) {
  if (part.type === 4) {
    const props = { id, maxlength: String(part.max_length || 4000), placeholder: part.placeholder || "" };
    const input = part.style === 2 ? el("textarea", { ...props, rows: "4" }) : el("input", { ...props, type: "text", autocomplete: "off" });
    input.value = part.value || "";
    readers[part.custom_id] = () => input.value;
    return input;
  }
  if (part.type === 23) {
    const input = el("input", { id, type: "checkbox", checked: Boolean(part.default) });
    readers[part.custom_id] = () => input.checked;
    return input;
  }
  const options = choices(part, world);
  const many = part.type === 22 || (part.max_values ?? 1) > 1;
  if (part.type === 21 || many) return boxes(part, options, many, readers, id);
  const input = el("select", { id }, el("option", { value: "" }, part.placeholder || "Make a selection"), options.map((o) => el("option", { value: o.value, selected: Boolean(o.preset) }, o.note ? `${o.label}: ${o.note}` : o.label)));
  readers[part.custom_id] = () => (input.value ? [input.value] : []);
  return input;
}

function boxes(part, options, many, readers, id) {
  const inputs = options.map((o) => el("input", { type: many ? "checkbox" : "radio", name: id, value: o.value, checked: Boolean(o.preset) }));
  readers[part.custom_id] = () => {
    const values = inputs.filter((input) => input.checked).map((input) => input.value);
    return many ? values : (values[0] ?? null);
  };
  return el("div", { class: "boxes" }, options.map((o, index) => el("label", {}, inputs[index], " ", o.label, o.note && el("span", { class: "note" }, ` ${o.note}`))));
}
