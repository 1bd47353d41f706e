// A list that opens beside its owner: arrows move, Enter takes, Escape closes.

import { el, freshId } from "/page/dom.js";

export class Menu {
  constructor(anchor, { label, take, above = true }) {
    this.take = take;
    this.options = [];
    this.at = -1;
    this.moved = false; // by arrows, so that what is marked was chosen
    this.list = el("div", { class: `menu ${above ? "above" : "below"}`, role: "listbox", id: freshId("menu"), "aria-label": label, hidden: true });
    anchor.append(this.list);
  }

  get open() {
    return !this.list.hidden;
  }

  // Each option: {label, note, value, chosen}.
  show(options, first = 0) {
    this.options = options;
    this.moved = false;
    this.list.replaceChildren(
      ...options.map((option, index) =>
        el(
          "div",
          {
            class: "option", role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false",
            onmousedown: (event) => event.preventDefault(),
            onclick: () => this.pick(index),
            onmousemove: () => this.at !== index && this.move(index, false),
          },
          option.chosen !== undefined && el("span", { class: "tick", "aria-hidden": "true" }, option.chosen ? "☑" : "☐"),
          option.face,
          el("span", { class: "words" }, el("span", { class: "label" }, option.label), option.note && el("span", { class: "note" }, option.note)),
        ),
      ),
    );
    this.list.hidden = options.length === 0;
    this.owner?.setAttribute("aria-controls", this.list.id);
    this.at = -1;
    if (options.length) this.move(Math.min(Math.max(first, 0), options.length - 1));
  }

  hide() {
    this.list.hidden = true;
    this.owner?.removeAttribute("aria-activedescendant");
    this.options = [];
    this.at = -1;
  }

  move(index, scroll = true) {
    this.list.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = (index + this.options.length) % this.options.length;
    const node = this.list.children[this.at];
    node.setAttribute("aria-selected", "true");
    if (scroll) node.scrollIntoView({ block: "nearest" });
    this.owner?.setAttribute("aria-activedescendant", node.id);
  }

  pick(index = this.at) {
    const option = this.options[index];
    if (option) this.take(option, index);
  }

  // True when the key was for the menu.
  key(event, pickers = ["Enter", "Tab"]) {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.moved = true;
      this.move(this.at + step);
    } else if (event.key === "Escape") this.hide();
    else if (pickers.includes(event.key) && !event.shiftKey) this.pick();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
