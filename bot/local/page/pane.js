// One player's view: channels on the side, the talk in the middle, the message box below.

import { avatar, el, icon, nameOf } from "/page/dom.js";
import { Line } from "/page/api.js";
import { Composer, leaves } from "/page/composer.js";
import { drawMessage } from "/page/message.js";
import { openModal } from "/page/modal.js";

const TOGETHER = 7 * 60 * 1000;
const [TEXT, DM, NEWS, PRIVATE, FORUM] = [0, 1, 5, 12, 15];
const ROOMS = [TEXT, NEWS, FORUM];
const SIGNS = { [TEXT]: "hash", [DM]: "mail", [NEWS]: "horn", [PRIVATE]: "lock", [FORUM]: "forum" };
const EPHEMERAL = 1 << 6;
const unheard = () => {}; // that the line is down is shown already

export class Pane {
  constructor(hall, player, channel) {
    this.hall = hall;
    this.me = player;
    this.current = channel;
    this.known = new Map();
    this.unread = {};
    this.messages = new Map();
    this.people = new Map();
    this.build();
    this.line = new Line(player, (said) => this.heard(said), () => this.lost());
  }

  build() {
    this.chooser = el("select", { class: "who", "aria-label": "Player of this pane", onchange: () => this.hall.seat(this, this.chooser.value) });
    this.face = el("span", { class: "face" });
    this.list = el("nav", { class: "channels", "aria-label": "Channels" });
    this.title = el("h2", {}, "");
    this.topic = el("p", { class: "topic" }, "");
    this.log = el("div", { class: "log", role: "log", tabindex: "0", "aria-label": "Messages", "aria-live": "polite" });
    this.newer = el("button", { class: "newer", type: "button", hidden: true, onclick: () => this.toBottom() }, "New messages ↓");
    this.typing = el("p", { class: "typing", "aria-live": "polite" });
    this.composer = new Composer(this);
    const drawer = el("button", { class: "tool drawer", type: "button", "aria-label": "Channels", "aria-expanded": "false", onclick: () => this.toggleDrawer() }, "☰", (this.mark = el("span", { class: "dot", hidden: true })));
    this.drawer = drawer;
    const side = el(
      "div",
      { class: "side" },
      el("div", { class: "seat" }, this.face, this.chooser, el("button", { class: "tool leave", type: "button", title: "Close this pane", "aria-label": "Close this pane", onclick: () => this.hall.leave(this) }, "✕", el("span", { class: "word" }, "Pane"))),
      this.list,
    );
    const veil = el("div", { class: "curtain", onclick: () => this.toggleDrawer(false) });
    const talk = el("div", { class: "talk" }, el("header", { class: "room" }, drawer, el("div", { class: "names" }, this.title, this.topic), (this.badge = el("span", { class: "seated" }))), this.log, this.newer, this.typing, this.composer.root);
    this.root = el("section", { class: "pane" }, side, veil, talk);
    this.log.addEventListener("scroll", () => this.scrolled());
    // Whatever changes its size below the fold, a reader at the end stays at the end.
    this.stuck = true;
    new ResizeObserver(() => this.stuck && this.toBottom()).observe(this.log);
    this.log.addEventListener("load", () => this.stuck && this.toBottom(), true);
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  toggleDrawer(open = !this.root.classList.contains("open")) {
    this.root.classList.toggle("open", open);
    this.drawer.setAttribute("aria-expanded", String(open));
    if (open) this.list.querySelector("[aria-current]")?.focus();
  }

  key(event) {
    const writing = event.target.matches("input, textarea, select");
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const ids = [...this.list.querySelectorAll("button.channel")].map((node) => node.dataset.id);
      const step = event.key === "ArrowUp" ? -1 : 1;
      this.open(ids[(ids.indexOf(this.current) + step + ids.length) % ids.length]);
      event.preventDefault();
    } else if (event.key === "/" && !writing) {
      event.preventDefault();
      this.composer.begin();
    } else if (event.key === "Escape") this.toggleDrawer(false);
  }

  // what others ask of a pane

  user(id) {
    return this.people.get(id);
  }

  users() {
    return [...this.people.values()];
  }

  channel(id) {
    return this.known.get(id);
  }

  channels() {
    return [...this.known.values()].filter((c) => ROOMS.includes(c.type));
  }

  // what arrives

  heard(said) {
    const act = {
      hello: () => this.hello(said),
      players: () => this.setPlayers(said.players),
      guilds: () => ((this.guilds = said.guilds), this.drawChannels()),
      channel: () => this.setChannels([...this.known.values()].filter((c) => c.id !== said.channel.id).concat(said.channel)),
      gone: () => this.known.has(said.channel) && this.setChannels([...this.known.values()].filter((c) => c.id !== said.channel)),
      message: () => this.arrived(said.message),
      edit: () => this.messages.has(said.message.id) && this.arrived(said.message), // else too old to be shown
      delete: () => this.gone(said.id),
      unread: () => this.setUnread(said.channel, said.pings),
      read: () => this.setUnread(said.channel, undefined),
      typing: () => this.showTyping(said),
      commands: () => this.loadCommands(),
      bot: () => this.hall.botIs(said.connected),
    }[said.event];
    act?.();
  }

  async hello(said) {
    this.root.classList.remove("lost");
    this.bot = said.bot;
    this.unread = said.unread;
    this.guilds = said.guilds;
    this.setPlayers(said.players);
    this.hall.botIs(said.connected);
    this.setChannels(said.channels);
    if (!this.known.has(this.current)) this.current = this.channels()[0].id;
    await this.open(this.current, false);
  }

  lost() {
    this.root.classList.add("lost");
    this.hall.botIs(null);
  }

  setPlayers(players) {
    this.people = new Map([...players, this.bot].map((user) => [user.id, user]));
    const me = this.people.get(this.me);
    this.face.replaceChildren(avatar(me));
    this.badge.replaceChildren(avatar(me, true), el("span", { class: "word" }, nameOf(me)));
    this.root.setAttribute("aria-label", nameOf(me));
    this.chooser.replaceChildren(...players.map((p) => el("option", { value: p.id, selected: p.id === this.me }, nameOf(p))), el("option", { value: "new" }, "New player…"));
    this.hall.drawTabs();
  }

  setChannels(channels) {
    this.known = new Map(channels.map((channel) => [channel.id, channel]));
    this.drawChannels();
    this.drawTitle();
    if (this.current && !this.known.has(this.current)) this.open(this.channels()[0].id, false);
  }

  drawChannels() {
    const threadsOf = (id) => [...this.known.values()].filter((c) => c.parent_id === id && (!c.thread_metadata?.archived || c.id === this.current));
    const rooms = this.channels().sort((a, b) => a.position - b.position);
    const entries = (c) => [this.entry(c, SIGNS[c.type], c.name), ...threadsOf(c.id).map((t) => this.entry(t, SIGNS[t.type] || "thread", t.name, "thread"))];
    const dms = [...this.known.values()].filter((c) => c.type === DM);
    this.list.replaceChildren(
      ...Object.entries(this.guilds || {}).flatMap(([id, name]) => [el("h3", {}, name), ...rooms.filter((c) => c.guild_id === id).flatMap(entries)]),
      el("h3", {}, "Direct messages"),
      ...(dms.length ? dms.map((c) => this.entry(c, "mail", nameOf(this.bot))) : [el("button", { class: "channel", type: "button", onclick: () => this.line.ask("dm").then((id) => this.open(id), unheard) }, el("span", { class: "sign" }, icon("mail")), el("span", { class: "label" }, nameOf(this.bot)))]),
    );
    // What is not in the list, as a thread that sleeps, could not be opened to be read.
    const listed = new Set([...this.list.querySelectorAll(".channel.unread")].map((node) => node.dataset.id));
    const others = Object.entries(this.unread).filter(([id]) => listed.has(id));
    this.mark.hidden = others.length === 0;
    this.pings = others.reduce((sum, [, pings]) => sum + pings, 0);
    this.mark.textContent = this.pings || "";
    this.hall.drawTabs();
  }

  entry(channel, sign, label, extra = "") {
    const pings = this.unread[channel.id];
    const fresh = pings !== undefined && channel.id !== this.current;
    return el(
      "button",
      { class: `channel ${extra}${fresh ? " unread" : ""}`, type: "button", "data-id": channel.id, title: label, "aria-current": channel.id === this.current ? "page" : null, onclick: () => this.open(channel.id) },
      el("span", { class: "sign", "aria-hidden": "true" }, icon(sign)),
      el("span", { class: "label" }, label),
      fresh && pings > 0 && el("span", { class: "pings", "aria-label": `${pings} for you` }, String(pings)),
      fresh && !pings && el("span", { class: "dot", "aria-label": "unread" }),
    );
  }

  setUnread(channel, pings) {
    if (pings === undefined) delete this.unread[channel];
    else this.unread[channel] = pings;
    this.drawChannels();
  }

  // the open channel

  async open(id, focus = true) {
    const channel = this.known.get(id);
    if (!channel) return;
    this.current = id;
    this.toggleDrawer(false);
    this.drawTitle();
    this.composer.setChannel(channel);
    this.drawChannels();
    this.hall.remember();
    // At once, not when the messages are there: by then somebody may be writing elsewhere.
    if (focus && matchMedia("(hover: hover)").matches) this.composer.box.focus();
    let history;
    try {
      await this.line.ask("watch", { watch: [id] });
      history = await this.line.ask("history", { channel: id });
    } catch {
      if (this.current === id && this.shown !== id) this.blank();
      return;
    }
    if (this.current !== id) return;
    this.shown = id;
    this.messages = new Map(history.map((message) => [message.id, message]));
    this.complete = history.length < 50;
    this.redraw();
    this.toBottom();
    this.line.ask("read", { channel: id }).catch(unheard);
    this.loadCommands();
  }

  // A thread may be given another name while it, or what leads to it, is looked at.
  drawTitle() {
    const channel = this.known.get(this.current);
    if (!channel) return;
    this.title.replaceChildren(icon(SIGNS[channel.type] || "thread"), channel.type === DM ? nameOf(this.bot) : channel.name);
    if (this.composer.channel === channel.id) this.composer.setChannel(channel);
    for (const link of this.log.querySelectorAll(".mention[data-channel]")) {
      const named = this.known.get(link.dataset.channel);
      if (named) link.textContent = `#${named.name}`;
    }
    this.topic.textContent = this.topic.title = channel.topic?.replaceAll("`", "") || (channel.type === DM ? "Only the two of you" : "");
  }

  // Another channel's words under this one's name would be wrong.
  blank() {
    this.shown = null;
    this.messages = new Map();
    this.log.replaceChildren(el("p", { class: "starter" }, "What is said here is shown when the hall opens again."));
  }

  async loadCommands() {
    const id = this.current;
    if (!id) return;
    const offered = await this.line.ask("commands", { channel: id }).catch(unheard);
    if (offered && this.current === id) this.composer.offer(leaves(offered));
  }

  redraw() {
    const nodes = [];
    let last = null;
    for (const message of this.messages.values()) {
      nodes.push(drawMessage(message, this, follows(last, message)));
      last = message;
    }
    if (this.complete) nodes.unshift(this.beginning());
    this.log.replaceChildren(...nodes);
  }

  // What a channel is for, on top of it; a command that its topic names is a click from being sent.
  beginning() {
    const channel = this.known.get(this.current);
    const title = channel.type === DM ? "Direct messages" : `This is ${channel.type === TEXT ? "#" : ""}${channel.name}`;
    const named = [...(channel.topic || "").matchAll(/`(\/[^`]+)`/g)].map((found) => found[1]);
    const about = (channel.topic || "").split("`")[0];
    const begin = named.map((words) => el("button", { class: "button secondary", type: "button", onclick: () => this.composer.propose(words) }, words));
    return el(
      "div",
      { class: "empty" },
      el("img", { src: "/page/icon.svg", alt: "", width: "56", height: "56" }),
      el("h3", {}, title),
      about && el("p", {}, about),
      begin.length > 0 && el("div", { class: "row" }, begin),
      el("p", { class: "note" }, "Type ", el("kbd", {}, "/"), " to see everything that the referee can do."),
    );
  }

  arrived(message) {
    if (message.channel_id !== this.current) return;
    const atBottom = this.stuck;
    const known = this.messages.has(message.id);
    this.messages.set(message.id, message);
    if (known) {
      const old = this.nodeOf(message.id);
      if (old) this.replace(old, message, old.classList.contains("follows"));
    } else {
      const before = [...this.messages.values()].at(-2);
      this.log.append(drawMessage(message, this, follows(before, message)));
      this.typing.textContent = "";
    }
    // What only I can see answers what I did just now.
    if (atBottom || (!known && message.flags & EPHEMERAL)) this.toBottom();
    else if (!known) this.newer.hidden = false;
  }

  nodeOf(id) {
    return this.log.querySelector(`:scope > [data-id="${id}"]`);
  }

  // Whoever plays by keyboard goes on where they were, or with the first thing asked next.
  replace(old, message, following) {
    const held = old.contains(document.activeElement) && document.activeElement;
    const node = drawMessage(message, this, following);
    old.replaceWith(node);
    if (!held) return;
    const same = held.dataset.id && node.querySelector(`[data-id="${CSS.escape(held.dataset.id)}"]`);
    (same || node.querySelector(".parts :is(.button, .select):not(:disabled)") || this.log).focus({ preventScroll: true });
  }

  gone(id) {
    const node = this.nodeOf(id);
    if (!this.messages.delete(id) || !node) return;
    const held = node.contains(document.activeElement);
    const next = node.nextElementSibling;
    node.remove();
    if (next) this.regroup(next);
    if (held) this.log.focus({ preventScroll: true });
  }

  // A message may have lost the one that it followed.
  regroup(node) {
    const all = [...this.messages.values()];
    const at = all.findIndex((message) => message.id === node.dataset.id);
    const following = follows(all[at - 1], all[at]);
    if (following !== node.classList.contains("follows")) this.replace(node, all[at], following);
  }

  atBottom() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 80;
  }

  // What is taller than the pane is read from its beginning on, as far as its buttons stay in sight.
  toBottom() {
    this.stuck = true;
    const top = this.log.getBoundingClientRect().top - this.log.scrollTop;
    const last = this.log.lastElementChild;
    const below = [...(last?.querySelectorAll(".parts > .row") || [])].at(-1);
    const buttons = below ? below.getBoundingClientRect().bottom - top + 8 - this.log.clientHeight : this.log.scrollHeight;
    this.log.scrollTop = last ? Math.max(buttons, last.offsetTop - this.log.offsetTop) : 0;
    this.newer.hidden = true;
  }

  async scrolled() {
    this.stuck = this.atBottom();
    if (this.stuck) this.newer.hidden = true;
    if (this.log.scrollTop > 60 || this.complete || this.loading || !this.messages.size) return;
    this.loading = true;
    const id = this.current;
    const older = await this.line.ask("history", { channel: id, before: this.messages.keys().next().value }).catch(unheard);
    this.loading = false;
    if (!older || this.current !== id) return;
    this.complete = older.length < 50;
    this.messages = new Map([...older.map((m) => [m.id, m]), ...this.messages]);
    const height = this.log.scrollHeight;
    this.redraw();
    this.log.scrollTop += this.log.scrollHeight - height;
  }

  showTyping(said) {
    const user = this.people.get(said.user);
    if (said.channel !== this.current || !user) return;
    this.typing.textContent = `${nameOf(user)} is typing…`;
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => { this.typing.textContent = ""; }, 8000);
  }

  // what the player does

  say(text) {
    return this.line.ask("say", { channel: this.current, text });
  }

  async command(text, values) {
    this.answered(await this.line.act("command", { channel: this.current, text, values }));
  }

  async completions(text, values, focused) {
    return (await this.line.act("complete", { channel: this.current, text, values, focused })).choices;
  }

  async click(message, customId, values) {
    this.answered(await this.line.act("click", { channel: message.channel_id, message: message.id, custom_id: customId, values }));
  }

  answered(result) {
    if (!result.modal) return;
    const send = async (values) => this.answered(await this.line.act("submit", { interaction: result.interaction, values }));
    openModal(this.root, result.modal, this, send);
  }

  async dismiss(message) {
    await this.line.ask("dismiss", { message: message.id }).catch(unheard);
  }

  close() {
    this.line.close();
    this.root.remove();
  }
}

function follows(before, message) {
  if (!before || before.author.id !== message.author.id || before.type === 18 || message.type === 18) return false;
  if (message.type === 20 || message.referenced_message) return false;
  if ((before.flags & EPHEMERAL) !== (message.flags & EPHEMERAL)) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER;
}
