// Faults on demand, for whoever wants to see how the bot takes them.

import { el, nameOf } from "/page/dom.js";
import { call } from "/page/api.js";

const LACKING = {
  view_channel: "View channels",
  send_messages: "Send messages",
  send_messages_in_threads: "Send messages in threads",
  create_public_threads: "Create public threads",
  create_private_threads: "Create private threads",
  attach_files: "Attach files",
  embed_links: "Embed links",
  read_message_history: "Read message history",
};

export async function openSettings() {
  const [world, faults] = await Promise.all([call("GET", "/local/world"), call("GET", "/local/faults")]);
  const state = el("p", { class: "note", role: "status" });

  async function apply(words, work) {
    try {
      await work();
      await refresh();
      state.textContent = words;
    } catch (error) {
      state.textContent = error.message;
    }
  }

  const change = (changes, words = "Done.") => apply(words, () => call("PATCH", "/local/faults", changes));
  const toggle = (label, on, changed) => el("label", { class: "toggle" }, el("input", { type: "checkbox", checked: on, onchange: (event) => changed(event.target.checked) }), " ", label);
  const button = (label, work) => el("button", { class: "button secondary", type: "button", onclick: work }, label);

  function trouble(kind, label, unit) {
    const count = el("input", { type: "number", min: "1", max: "99", value: "3", "aria-label": `${label}: how many calls` });
    const seconds = el("input", { type: "number", min: "0", max: "60", step: "0.5", value: kind === "slow" ? "2" : "1", "aria-label": `${label}: seconds` });
    const add = button("Go", async () => {
      const now = await call("GET", "/local/faults");
      const more = { kind, left: Number(count.value), seconds: Number(seconds.value) };
      await change({ troubles: [...now.troubles, more] }, `${label}: on.`);
    });
    return el("div", { class: "fault" }, el("span", { class: "grow" }, label), el("span", {}, "next ", count, " calls"), unit && el("span", {}, seconds, ` ${unit}`), add);
  }

  function body(now) {
    const everywhere = new Set(now.missing["*"] || []);
    const lack = (name, on) => {
      on ? everywhere.add(name) : everywhere.delete(name);
      return change({ missing: everywhere.size ? { "*": [...everywhere] } : {} });
    };
    const closed = (id, on) => change({ dms_closed: on ? [...now.dms_closed, id] : now.dms_closed.filter((other) => other !== id) });
    return [
      el("section", {}, el("h3", {}, "Direct messages closed for"), el("div", { class: "boxes" }, world.players.map((p) => toggle(nameOf(p), now.dms_closed.includes(p.id), (on) => closed(p.id, on))))),
      el("section", {}, el("h3", {}, "Wrong answers to the bot"), trouble("429", "Rate limited (429)", "s to wait"), trouble("500", "Server errors (500)"), trouble("slow", "Slow answers", "s late"), trouble("40003", "Direct messages opened too fast (40003)"), trouble("400001", "No uploads in this server (400001)"), trouble("30046", "Old messages edited too often (30046)", "s to wait"), trouble("50024", "No threads in a channel like this (50024)"), toggle("Count rate limits as Discord does", now.buckets, (on) => change({ buckets: on })), now.troubles.length ? el("p", { class: "note" }, `Still to come: ${now.troubles.map((t) => `${t.left ?? "all"} × ${t.kind}`).join(", ")}`) : null),
      el("section", {}, el("h3", {}, "Gateway"), el("div", { class: "row" }, [["drop", "Drop the connection"], ["reconnect", "Ask to reconnect"], ["invalid", "Invalid session"]].map(([how, label]) => button(label, () => apply(`${label}: done.`, () => call("POST", "/local/faults/gateway", { how })))))),
      el("section", {}, el("h3", {}, "Permissions that the bot lacks"), el("div", { class: "boxes" }, Object.entries(LACKING).map(([name, label]) => toggle(label, everywhere.has(name), (on) => lack(name, on))))),
      el("section", {}, el("h3", {}, "Clock"), el("div", { class: "row" }, [[900, "15 minutes later"], [3600, "An hour later"], [86400, "A day later"]].map(([seconds, label]) => button(label, () => apply(`${label}.`, () => call("POST", "/local/faults/clock", { seconds })))))),
      el("div", { class: "row end" }, button("All faults off", () => change({ dms_closed: [], troubles: [], missing: {}, outages: [], buckets: true, ack_seconds: 3 }, "All off."))),
    ];
  }

  const content = el("div", { class: "faults" }, body(faults));
  // Drawn anew, with the keyboard where it was.
  async function refresh() {
    const stops = () => [...content.querySelectorAll("button, input")];
    const at = stops().indexOf(document.activeElement);
    content.replaceChildren(...body(await call("GET", "/local/faults")).filter(Boolean));
    stops()[at]?.focus();
  }

  const dialog = el("dialog", { class: "panel", "aria-label": "Faults and settings", onclose: () => dialog.remove() }, el("header", {}, el("h2", {}, "Faults on demand"), el("button", { class: "tool", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")), el("p", { class: "note" }, "A good bot survives all of these. Switch some on and play."), content, state);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
