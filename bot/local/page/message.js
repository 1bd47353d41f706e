// One message, drawn.

import { avatar, el, icon, nameOf, timeOf, whenOf } from "/page/dom.js";
import { component } from "/page/components.js";
import { markdown } from "/page/markdown.js";
import { EMBEDDED, gallery, picture } from "/page/picture.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const LAYOUT = 1 << 15;
const TOLD = 10 * 1000; // for which what went wrong is shown

// `pane` gives: me, user(id), users(), channel(id), channels(), open(id), click(), dismiss().
export function drawMessage(message, pane, follows) {
  const own = Boolean(message.flags & EPHEMERAL);
  const pinged = message.mentions.some((user) => user.id === pane.me) || message.mention_everyone;
  const node = el("article", {
    class: `message${follows ? " follows" : ""}${own ? " own" : ""}${pinged ? " pinged" : ""}`,
    "data-id": message.id,
    "aria-label": `${nameOf(message.author)}, ${whenOf(message.timestamp)}`,
  });
  if (message.type === 18) return system(node, message, pane);
  if (message.type === 21) return el("div", { class: "starter", "data-id": message.id }, "Start of the thread");
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  let fading;
  const act = async (customId, values) => {
    problem.hidden = true;
    clearTimeout(fading);
    try {
      await pane.click(message, customId, values);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      problem.scrollIntoView({ block: "nearest" });
      fading = setTimeout(() => { problem.hidden = true; }, TOLD);
    }
  };
  node.append(
    follows ? el("time", { class: "gutter" }, timeOf(message.timestamp)) : avatar(message.author),
    el(
      "div",
      { class: "body" },
      why(message, pane),
      !follows && head(message),
      message.flags & LOADING ? el("p", { class: "thinking" }, `${nameOf(message.author)} is thinking`, el("span", { class: "dots", "aria-hidden": "true" })) : body(message, pane, act),
      problem,
      message.thread && el("button", { class: "threadlink", type: "button", onclick: () => pane.open(message.thread.id) }, icon("thread"), message.thread.name),
      own && el("p", { class: "private" }, icon("eye"), "Only you can see this · ", el("button", { class: "plain", type: "button", onclick: () => pane.dismiss(message) }, "Dismiss")),
    ),
  );
  return node;
}

function head(message) {
  return el(
    "header",
    {},
    el("span", { class: "author" }, nameOf(message.author)),
    message.author.bot && el("span", { class: "badge" }, "APP"),
    el("time", { datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString() }, whenOf(message.timestamp)),
  );
}

function why(message, pane) {
  const used = message.interaction_metadata;
  if (used?.type === 2 && message.type === 20) {
    const by = pane.user(used.user.id) || used.user;
    return el("p", { class: "why" }, avatar(by, true), el("b", {}, nameOf(by)), " used ", el("span", { class: "mention" }, `/${message.interaction.name}`));
  }
  const answered = message.referenced_message;
  if (answered) return el("p", { class: "why" }, avatar(answered.author, true), el("b", {}, nameOf(answered.author)), " ", el("span", { class: "clip" }, answered.content.slice(0, 80)));
  return null;
}

function body(message, pane, act) {
  const parts = el("div", { class: "parts" });
  if (message.content) parts.append(markdown(message.content, pane));
  parts.append(...message.embeds.map((embed) => drawEmbed(embed, pane)));
  if (!(message.flags & LAYOUT)) {
    const embedded = new Set(message.embeds.flatMap((e) => [e.image?.url, e.thumbnail?.url]));
    const loose = message.attachments.filter((a) => !embedded.has(a.url));
    const pictures = loose.filter((a) => a.content_type?.startsWith("image/") && a.width);
    const files = loose.filter((a) => !pictures.includes(a));
    if (pictures.length) parts.append(gallery(pictures.map((a) => ({ ...a, alt: a.description }))));
    parts.append(...files.map((a) => el("a", { class: "file", href: a.url, download: a.filename }, icon("file"), a.filename)));
  }
  parts.append(...flowing(message.components).map((part) => component(part, pane, act)));
  if (message.edited_timestamp) {
    // Beside the words: below them it would push the buttons away from whoever is pressing them.
    const words = parts.querySelector(":scope > .md > :last-child");
    (words || parts).append(" ", el("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)"));
  }
  return parts;
}

// A full row of buttons goes on in the next one, so that a narrow pane leaves no gaps.
function flowing(components) {
  const full = (part) => part.type === 1 && part.components.length % 5 === 0 && part.components.every((c) => c.type === 2);
  const shown = [];
  for (const part of components) {
    const last = shown.at(-1);
    if (last && full(last) && part.type === 1 && part.components.every((c) => c.type === 2)) last.components.push(...part.components);
    else shown.push(part.type === 1 ? { ...part, components: [...part.components] } : part);
  }
  return shown;
}

function drawEmbed(embed, pane) {
  const words = el(
    "div",
    { class: "words" },
    embed.author?.name && el("p", { class: "note" }, embed.author.name),
    embed.title && el("h4", {}, embed.title),
    embed.description && markdown(embed.description, pane),
    embed.fields?.length ? el("dl", {}, embed.fields.map((f) => el("div", { class: f.inline ? "inline" : "" }, el("dt", {}, f.name), el("dd", {}, markdown(f.value, pane))))) : null,
  );
  const box = el(
    "div",
    { class: "embed" },
    embed.thumbnail ? el("div", { class: "beside" }, words, picture(embed.thumbnail, "thumb")) : words,
    embed.image && gallery([embed.image], EMBEDDED),
    embed.footer?.text && el("p", { class: "note" }, embed.footer.text),
  );
  if (embed.color !== undefined && embed.color !== null) box.style.borderInlineStartColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  return box;
}

function system(node, message, pane) {
  node.classList.add("system");
  const id = message.message_reference?.channel_id;
  node.append(
    el("span", { class: "gutter", "aria-hidden": "true" }, icon("thread")),
    el("div", { class: "body" }, el("p", {}, el("b", {}, nameOf(message.author)), " started a thread: ", el("button", { class: "mention", type: "button", "data-channel": id, onclick: () => pane.open(id) }, `#${pane.known.get(id)?.name || message.content}`))),
  );
  return node;
}
