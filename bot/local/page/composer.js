// The message box: plain words, or a slash command with its arguments.

import { avatar, el, freshId, nameOf } from "/page/dom.js";
import { Menu } from "/page/menu.js";

const [STRING, INTEGER, BOOLEAN, USER, CHANNEL] = [3, 4, 5, 6, 7];

// All commands that can be typed: groups unfolded to their leaves.
export function leaves(commands, before = "") {
  return commands.flatMap((command) => {
    const name = `${before}${command.name}`;
    const inner = (command.options || []).filter((o) => o.type === 1 || o.type === 2);
    if (inner.length) return leaves(inner, `${name} `);
    return [{ name, description: command.description, options: command.options || [] }];
  });
}

// "/table new game:Bro Brawl": a command as people write it down, with its arguments by name.
export function written(words, commands) {
  const text = words.slice(1);
  const fits = commands.filter((c) => text === c.name || text.startsWith(`${c.name} `));
  const command = fits.sort((a, b) => b.name.length - a.name.length)[0];
  if (!command) return null;
  const rest = text.slice(command.name.length);
  const names = new Set(command.options.map((o) => o.name));
  const marks = [...rest.matchAll(/(?<=\s)([^\s:]+):/g)].filter((mark) => names.has(mark[1]));
  if (rest.slice(0, marks[0]?.index).trim()) return null; // words that belong to no argument
  const values = marks.map((mark, at) => [mark[1], rest.slice(mark.index + mark[0].length, marks[at + 1]?.index).trim()]);
  return { command, values: new Map(values) };
}

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.commands = [];
    this.command = null;
    this.channel = null;
    this.drafts = new Map();
    this.box = el("textarea", { class: "box", rows: "1", maxlength: "2000", "aria-label": "Message", placeholder: "Message" });
    this.slash = el("button", { class: "tool slash", type: "button", title: "Commands", "aria-label": "Commands" }, "/");
    this.form = el("div", { class: "command", hidden: true });
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.root = el("div", { class: "composer" }, this.problem, el("div", { class: "line" }, this.slash, this.box, this.form));
    this.menu = new Menu(this.root, { label: "Commands", take: (option) => this.pick(option.value) });
    this.menu.owner = this.box;
    this.box.addEventListener("input", () => this.typed());
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("blur", () => setTimeout(() => document.activeElement === this.box || this.menu.hide(), 100));
    this.slash.addEventListener("click", () => this.begin());
  }

  begin(words = "/") {
    if (this.command) this.cancel();
    this.box.value = words;
    this.box.focus();
    this.typed();
  }

  // A command that a button names stands there as one that only needs to be sent.
  propose(words) {
    const line = written(words, this.commands);
    if (line) this.pick(line.command, line.values);
    else this.begin(words);
    this.proposed = !line && words; // it may not be known yet what can be sent here
  }

  setChannel(channel) {
    this.box.placeholder = channel.type === 1 ? `Message ${nameOf(this.pane.bot)}` : `Message ${channel.type === 0 ? "#" : ""}${channel.name}`;
    this.box.setAttribute("aria-label", this.box.placeholder);
    // The same channel again is a connection that came back: what was begun goes on.
    if (channel.id === this.channel) return;
    if (!this.command) this.drafts.set(this.channel, this.box.value);
    this.channel = channel.id;
    this.cancel(false);
    this.box.value = this.drafts.get(channel.id) || "";
    this.grow();
  }

  offer(commands) {
    this.commands = commands;
    const line = this.proposed === this.box.value && written(this.proposed, commands);
    this.proposed = null;
    if (line) this.pick(line.command, line.values);
    if (document.activeElement === this.box && this.box.value.startsWith("/")) this.typed();
  }

  tell(words) {
    this.problem.textContent = words;
    this.problem.hidden = !words;
  }

  grow() {
    this.box.style.height = "auto";
    // In a pane that is not shown nothing has a height.
    if (this.box.scrollHeight) this.box.style.height = `${Math.min(this.box.scrollHeight, 160)}px`;
  }

  typed() {
    this.grow();
    this.tell("");
    const words = this.box.value;
    if (!words.startsWith("/") || words.includes("\n")) {
      this.menu.hide();
      return;
    }
    const wanted = words.slice(1).toLowerCase().trim().split(/\s+/).filter(Boolean);
    const rank = (c) => (c.name.startsWith(wanted.join(" ")) ? 0 : 1);
    const found = this.commands
      .filter((c) => wanted.every((word) => c.name.includes(word) || c.description.toLowerCase().includes(word)))
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
    this.menu.show(found.map((c) => ({ label: `/${c.name}`, note: c.description, value: c })));
  }

  key(event) {
    if (event.isComposing) return;
    const enter = event.key === "Enter" && !event.shiftKey;
    // A command that stands there in full is sent; of one that was begun the menu knows the rest.
    const whole = enter && !this.menu.moved && written(this.box.value.trim(), this.commands);
    if (!whole && this.menu.key(event)) return;
    if (enter) {
      event.preventDefault();
      this.say();
    }
  }

  async say() {
    const words = this.box.value.trim();
    if (!words) return;
    if (words.startsWith("/") && this.commands.length) {
      const line = written(words, this.commands);
      if (line) await this.pick(line.command, line.values, true);
      else this.tell("There is no such command here.");
      return;
    }
    try {
      await this.pane.say(words);
      this.box.value = "";
      this.typed();
    } catch (error) {
      this.tell(error.message);
    }
  }

  // A command with its arguments

  async pick(command, given = new Map(), complete = false) {
    this.menu.hide();
    this.command = command;
    this.fields = new Map();
    this.box.hidden = this.slash.hidden = true;
    this.form.hidden = false;
    this.form.replaceChildren(
      el("span", { class: "name" }, `/${command.name}`),
      el(
        "span",
        { class: "ends" },
        el("button", { class: "button primary send", type: "button", onclick: () => this.send() }, "Send"),
        el("button", { class: "tool", type: "button", "aria-label": "Cancel the command", onclick: () => this.cancel() }, "✕"),
      ),
    );
    const wanted = command.options.filter((o) => o.required || given.has(o.name));
    wanted.forEach((option) => this.addField(option));
    this.drawMore();
    const filled = [...given].map(([name, words]) => this.fields.get(name).fill(words));
    const open = [...this.fields.values()].find((field) => !given.has(field.option.name));
    (open?.input || this.form.querySelector(".send")).focus();
    this.form.onkeydown = (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.cancel();
    };
    await Promise.all(filled);
    if (complete && !open && this.command === command) await this.send();
  }

  drawMore() {
    this.form.querySelector(".more")?.remove();
    const left = this.command.options.filter((o) => !this.fields.has(o.name));
    if (!left.length) return;
    const more = el("span", { class: "more" }, left.map((o) => el("button", { class: "chip", type: "button", title: o.description, onclick: () => { this.addField(o).input.focus(); this.drawMore(); } }, `+ ${o.name}`)));
    this.form.querySelector(".ends").before(more);
  }

  addField(option) {
    const field = new Field(this, option);
    this.fields.set(option.name, field);
    this.form.querySelector(".more, .ends").before(field.root);
    return field;
  }

  values() {
    const values = {};
    for (const [name, field] of this.fields) {
      if (field.value !== "") values[name] = field.value;
    }
    return values;
  }

  async send() {
    const unclear = [...this.fields.values()].find((f) => f.value === "" && f.input.value.trim());
    if (unclear) {
      this.tell(`“${unclear.option.name}”: choose one that is offered.`);
      unclear.input.focus();
      return;
    }
    const missing = [...this.fields.values()].find((f) => f.option.required && f.value === "");
    if (missing) {
      this.tell(`“${missing.option.name}” is missing.`);
      missing.input.focus();
      return;
    }
    const button = this.form.querySelector(".send");
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    try {
      await this.pane.command(this.command.name, this.values());
      this.cancel();
    } catch (error) {
      this.tell(error.message);
    }
    button.removeAttribute("aria-busy");
  }

  cancel(focus = true) {
    this.command = null;
    this.form.hidden = true;
    this.form.replaceChildren();
    this.box.hidden = this.slash.hidden = false;
    this.box.value = "";
    this.grow();
    this.menu.hide();
    this.tell("");
    if (focus) this.box.focus();
  }
}

class Field {
  // One argument; what is typed and what is meant may differ, as with names and ids.
  constructor(composer, option) {
    this.composer = composer;
    this.option = option;
    this.value = "";
    this.asked = 0;
    this.fresh = true; // what is offered belongs to what is typed
    this.hurried = false; // Enter was pressed before that
    const id = freshId("arg");
    const number = option.type === INTEGER || option.type === 10;
    this.input = el("input", { id, type: "text", inputmode: number ? "numeric" : null, autocomplete: "off", placeholder: option.description, title: option.description, role: "combobox", "aria-expanded": "false" });
    this.root = el("span", { class: "arg" }, el("label", { for: id }, option.name, option.required ? "" : "?"), this.input);
    this.menu = new Menu(this.root, { label: `${option.name}: choices`, take: (chosen) => this.take(chosen) });
    this.menu.owner = this.input;
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => {
      this.hurried = false;
      this.offer();
    });
    this.input.addEventListener("blur", () => setTimeout(() => document.activeElement === this.input || this.menu.hide(), 100));
    this.input.addEventListener("keydown", (event) => this.key(event));
  }

  read() {
    const free = [STRING, INTEGER, 10].includes(this.option.type) && !this.option.choices?.length;
    this.value = free ? this.input.value.trim() : "";
  }

  // Written down by somebody: what is offered under that name, or else the words themselves.
  async fill(words) {
    this.input.value = [USER, CHANNEL, 9].includes(this.option.type) ? words.replace(/^[@#]/, "") : words;
    this.read();
    const mine = ++this.asked;
    const name = (label) => label.replace(/^#/, "").toLowerCase();
    const meant = (await this.options()).find((o) => name(o.label) === name(this.input.value));
    if (meant && mine === this.asked) {
      this.value = meant.value;
      this.input.value = meant.label;
    }
  }

  typed() {
    this.read();
    this.fresh = false;
    this.asked += 1;
    this.composer.tell("");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.offer(), this.option.autocomplete ? 120 : 0);
  }

  async offer() {
    const mine = ++this.asked;
    const options = await this.options();
    if (mine !== this.asked || document.activeElement !== this.input) return;
    this.menu.show(options);
    this.input.setAttribute("aria-expanded", String(this.menu.open));
    this.fresh = true;
    if (!this.hurried) return;
    this.hurried = false;
    if (this.menu.open && this.input.value.trim()) this.menu.pick();
    else this.composer.send();
  }

  async options() {
    const { option, composer } = this;
    const typed = this.input.value.trim();
    const fits = (label) => label.toLowerCase().includes(typed.toLowerCase());
    const matching = (all) => {
      const chosen = this.value !== ""; // to choose again, all are wanted
      return chosen ? all : all.filter((o) => fits(o.label));
    };
    if (option.autocomplete) {
      try {
        const found = await composer.pane.completions(composer.command.name, { ...composer.values(), [option.name]: typed }, option.name);
        return found.map((c) => ({ label: c.name, value: c.value }));
      } catch {
        return [];
      }
    }
    if (option.choices?.length) return matching(option.choices.map((c) => ({ label: c.name, value: c.value })));
    if (option.type === BOOLEAN) return matching([{ label: "True", value: true }, { label: "False", value: false }]);
    if (option.type === USER || option.type === 9) return matching(composer.pane.users().map((u) => ({ label: nameOf(u), value: u.id, face: avatar(u, true) })));
    if (option.type === CHANNEL) return matching(composer.pane.channels().map((c) => ({ label: `#${c.name}`, value: c.id })));
    return [];
  }

  take(chosen) {
    this.asked += 1;
    this.fresh = true;
    clearTimeout(this.timer);
    this.value = chosen.value;
    this.input.value = chosen.label;
    this.menu.hide();
    this.input.setAttribute("aria-expanded", "false");
    const fields = [...this.composer.fields.values()];
    const next = fields.slice(fields.indexOf(this) + 1).find((f) => f.value === "");
    (next?.input || this.composer.form.querySelector(".send")).focus();
  }

  key(event) {
    if (event.isComposing) return;
    // Enter means what was typed, not what is still offered for the letters before.
    if (event.key === "Enter" && !this.fresh) {
      event.preventDefault();
      this.hurried = true;
      return;
    }
    if (this.menu.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.composer.send();
    } else if (event.key === "Backspace" && this.input.value === "") {
      event.preventDefault();
      this.composer.cancel();
    }
  }
}
