// Discord's markdown as elements.

import { el, nameOf } from "/page/dom.js";

const INLINE = new RegExp(
  [
    "(?<code>`+)(?<coded>[^`]|[^`][\\s\\S]*?[^`])\\k<code>(?!`)",
    "\\\\(?<escaped>[^\\w\\s])",
    "<@!?(?<user>\\d+)>",
    "<#(?<channel>\\d+)>",
    "<@&(?<role>\\d+)>",
    "<t:(?<time>-?\\d+)(?::(?<style>[tTdDfFR]))?>",
    "<a?:(?<emoji>\\w+):\\d+>",
    "</(?<command>[^:>]+):\\d+>",
    "\\[(?<label>[^\\]]+)\\]\\(<?(?<href>https?://[^\\s)>]+)>?\\)",
    "<?(?<url>https?://[^\\s<>]+[^\\s<>.,;:!?)\\]'\"])>?",
    "\\*\\*(?<bold>[\\s\\S]+?)\\*\\*(?!\\*)",
    "__(?<under>[\\s\\S]+?)__(?!_)",
    "~~(?<gone>[\\s\\S]+?)~~",
    "\\|\\|(?<hidden>[\\s\\S]+?)\\|\\|",
    "\\*(?<em>[^\\s*](?:[^*]*[^\\s*])?)\\*",
    "(?<![\\w])_(?<em2>[^\\s_](?:[^_]*[^\\s_])?)_(?![\\w])",
    "(?<all>@everyone|@here)",
  ].join("|"),
  "g",
);

const LAST_MOMENT = 8.64e12; // seconds; no calendar goes further

export function inline(text, world) {
  const out = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) out.push(text.slice(at, match.index));
    out.push(piece(match, world));
    at = match.index + match[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

function piece(match, world) {
  const g = match.groups;
  if (g.coded !== undefined) return el("code", {}, g.coded.trim());
  if (g.escaped) return g.escaped;
  if (g.user) {
    const user = world.user(g.user);
    const mine = g.user === world.me ? " me" : "";
    return el("span", { class: `mention${mine}` }, `@${user ? nameOf(user) : "somebody"}`);
  }
  if (g.channel) return channelLink(g.channel, world);
  if (g.role) return el("span", { class: "mention" }, "@role");
  if (g.time) return Math.abs(Number(g.time)) <= LAST_MOMENT ? stamp(Number(g.time), g.style) : match[0];
  if (g.emoji) return `:${g.emoji}:`;
  if (g.command) return el("span", { class: "mention" }, `/${g.command}`);
  if (g.label) return link(g.href, g.label);
  if (g.url) return link(g.url, g.url);
  if (g.bold) return el("strong", {}, ...inline(g.bold, world));
  if (g.under) return el("u", {}, ...inline(g.under, world));
  if (g.gone) return el("s", {}, ...inline(g.gone, world));
  if (g.hidden) return spoiler(g.hidden, world);
  if (g.em || g.em2) return el("em", {}, ...inline(g.em || g.em2, world));
  return el("span", { class: "mention me" }, g.all);
}

const link = (href, text) => el("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);

function channelLink(id, world) {
  const channel = world.channel(id);
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  return el("button", { class: "mention", type: "button", "data-channel": id, onclick: () => world.open(id) }, `#${channel.name}`);
}

function spoiler(text, world) {
  const node = el("button", { class: "spoiler", type: "button", "aria-label": "Spoiler, show it" }, el("span", {}, ...inline(text, world)));
  node.addEventListener("click", () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label"); // from now on it says what it hid
  });
  return node;
}

function stamp(seconds, style) {
  const title = new Date(seconds * 1000).toString();
  return el("time", { class: "stamp", title, "data-until": style === "R" ? String(seconds) : null, "aria-live": "off" }, moment(seconds, style));
}

// How far off a moment is changes while one looks at it.
setInterval(() => {
  for (const node of document.querySelectorAll("time[data-until]")) {
    const words = away(Number(node.dataset.until));
    if (node.textContent !== words) node.textContent = words;
  }
}, 1000);

function away(seconds) {
  const left = seconds - Date.now() / 1000;
  const format = new Intl.RelativeTimeFormat([], { numeric: "auto" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(left) >= size) return format.format(Math.round(left / size), unit);
  }
  return format.format(Math.round(left), "second");
}

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (style === "R") return away(seconds);
  if (style === "t") return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (style === "T") return date.toLocaleTimeString();
  if (style === "d" || style === "D") return date.toLocaleDateString();
  return date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

export function markdown(text, world) {
  const root = el("div", { class: "md" });
  const parts = text.split(/```(?:[\w+-]*\n)?([\s\S]*?)```/);
  parts.forEach((part, index) => {
    if (index % 2) root.append(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else blocks(index ? part.replace(/^\n/, "") : part, root, world);
  });
  return root;
}

function blocks(text, root, world) {
  let list = null;
  let quote = null;
  let para = null;
  const stop = () => { list = quote = para = null; };
  for (const line of text.split("\n")) {
    const head = line.match(/^(#{1,3}) +(.+)/);
    const small = line.match(/^-# +(.+)/);
    const item = line.match(/^( *)(?:[-*]|(\d+)[.)]) +(.+)/);
    const quoted = line.match(/^> ?(.*)/);
    if (head) {
      stop();
      root.append(el(`h${head[1].length + 2}`, {}, ...inline(head[2], world)));
    } else if (small) {
      stop();
      root.append(el("p", { class: "subtext" }, ...inline(small[1], world)));
    } else if (item && !(item[2] === undefined && line.startsWith("**"))) {
      const tag = item[2] ? "OL" : "UL";
      if (!list || list.tagName !== tag) {
        stop();
        list = el(tag.toLowerCase(), item[2] ? { start: item[2] } : {});
        root.append(list);
      }
      list.append(el("li", { class: item[1].length >= 2 ? "deep" : null }, ...inline(item[3], world)));
    } else if (quoted) {
      if (!quote) {
        stop();
        quote = el("blockquote");
        root.append(quote);
      } else quote.append(el("br"));
      quote.append(...inline(quoted[1], world));
    } else if (line.trim() === "") {
      stop();
    } else {
      if (!para) {
        stop();
        para = el("p");
        root.append(para);
      } else para.append(el("br"));
      para.append(...inline(line, world));
    }
  }
}
