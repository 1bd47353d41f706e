// The hall: one to four panes side by side, one at a time on a phone.

import { avatar, el, nameOf } from "/page/dom.js";
import { call } from "/page/api.js";
import { Pane } from "/page/pane.js";
import { openSettings } from "/page/settings.js";

const MOST = 4;
const $ = (id) => document.getElementById(id);
const stored = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};

class Hall {
  constructor() {
    this.panes = [];
    this.active = 0;
  }

  async start() {
    const world = await call("GET", "/local/world");
    $("hall").textContent = document.title = world.guild.name;
    const ids = new Set(world.players.map((p) => p.id));
    const last = (stored("panes") || []).filter(([player]) => ids.has(player));
    const seats = last.length ? last : world.players.slice(0, 2).map((p) => [p.id, null]);
    seats.slice(0, MOST).forEach(([player, channel]) => this.add(player, channel));
    this.show(Math.min(stored("active") || 0, this.panes.length - 1));
  }

  add(player, channel) {
    const pane = new Pane(this, player, channel);
    this.panes.push(pane);
    $("panes").append(pane.root);
    this.changed();
    return pane;
  }

  async addSomebody() {
    if (this.panes.length >= MOST) return;
    const { players } = await call("GET", "/local/world");
    const seated = new Set(this.panes.map((pane) => pane.me));
    const free = players.find((p) => !seated.has(p.id));
    const id = free ? free.id : await newPlayer();
    if (!id) return;
    this.add(id, this.panes.at(-1)?.current);
    this.show(this.panes.length - 1);
  }

  async seat(pane, player) {
    const id = player === "new" ? await newPlayer() : player;
    if (!id) {
      pane.chooser.value = pane.me;
      return;
    }
    const place = this.panes.indexOf(pane);
    const fresh = new Pane(this, id, pane.current);
    this.panes[place] = fresh;
    pane.root.before(fresh.root);
    pane.close();
    this.changed();
    this.show(this.active);
  }

  leave(pane) {
    if (this.panes.length === 1) return;
    this.panes = this.panes.filter((other) => other !== pane);
    pane.close();
    this.changed();
    this.show(Math.min(this.active, this.panes.length - 1));
  }

  show(index) {
    this.active = index;
    this.panes.forEach((pane, at) => pane.root.classList.toggle("active", at === index));
    this.remember();
    this.drawTabs();
  }

  changed() {
    $("panes").dataset.count = this.panes.length;
    $("add").disabled = this.panes.length >= MOST;
    this.remember();
    this.drawTabs();
  }

  remember() {
    localStorage.setItem("panes", JSON.stringify(this.panes.map((pane) => [pane.me, pane.current])));
    localStorage.setItem("active", JSON.stringify(this.active));
  }

  drawTabs() {
    $("tabs").replaceChildren(
      ...this.panes.map((pane, index) => {
        const me = pane.people.get(pane.me);
        return el(
          "button",
          { class: "tab", type: "button", "aria-pressed": String(index === this.active), onclick: () => this.show(index) },
          me ? avatar(me, true) : null,
          el("span", { class: "word" }, me ? nameOf(me) : "…"),
          pane.mark && !pane.mark.hidden && el("span", { class: pane.pings ? "pings" : "dot", "aria-label": "unread" }, pane.pings ? String(pane.pings) : ""),
        );
      }),
    );
    $("tabs").querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  botIs(connected) {
    const words = { true: "referee is here", false: "referee is away", null: "hall is closed" };
    $("bot").textContent = words[String(connected)];
    $("bot").dataset.state = String(connected);
  }
}

function newPlayer() {
  return new Promise((resolve) => {
    let made = null;
    const name = el("input", { type: "text", maxlength: "32", required: true, "aria-label": "Name", placeholder: "Name" });
    const problem = el("p", { class: "problem", role: "alert", hidden: true });
    const form = el(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            made = (await call("POST", "/local/players", { name: name.value })).id;
            dialog.close();
          } catch (error) {
            problem.textContent = error.message;
            problem.hidden = false;
          }
        },
      },
      el("h2", {}, "Who joins the hall?"),
      name,
      problem,
      el("div", { class: "row end" }, el("button", { class: "button secondary", type: "button", onclick: () => dialog.close() }, "Cancel"), el("button", { class: "button primary", type: "submit" }, "Join")),
    );
    const dialog = el("dialog", { class: "panel small", "aria-label": "New player", onclose: () => { dialog.remove(); resolve(made); } }, form);
    document.body.append(dialog);
    dialog.showModal();
  });
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", JSON.stringify(theme));
}

const hall = new Hall();
const theme = stored("theme");
if (theme) setTheme(theme);
$("theme").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  setTheme(now === "dark" ? "light" : "dark");
});
const closed = () => hall.botIs(null);
$("add").addEventListener("click", () => hall.addSomebody().catch(closed));
$("settings").addEventListener("click", () => openSettings().catch(closed));
await hall.start();
