// Plays BRAWL in the page as people do, by its buttons alone, as soon as they are there.
// Called with {names, seconds}; gives back how often they clicked.
async ({ names, seconds }) => {
  const until = Date.now() + seconds * 1000;
  const panes = names.map((name) => document.querySelector(`section.pane[aria-label="${name}"]`));
  let presses = 0;

  const rest = (ms = 15) => new Promise((done) => setTimeout(done, ms));
  const wait = async (seen, what) => {
    for (;;) {
      const found = seen();
      if (found) return found;
      if (Date.now() > until) throw new Error(`waited in vain for ${what}`);
      await rest();
    }
  };
  const latest = (pane) => [...pane.querySelectorAll("article:not(.own)")].at(-1);
  const over = (pane) => /🏆|🤝|🤖 |💀/.test(latest(pane)?.textContent);
  // The choices stand in one's own panel, or under the post itself.
  const asking = (pane) => [...pane.querySelectorAll("article")].map(acts).filter((found) => found.length).at(-1) ?? [];
  const verbs = ["lay", "play", "fromdiscard", "layagain", "ready", "flip", "discard", "done", "~"];
  const acts = (panel) => {
    const all = [...panel.querySelectorAll("button[data-id]:not(:disabled)")].filter((b) => /^[bt]:\d+:\d+\.\d+:/.test(b.dataset.id));
    const verb = (b) => {
      const [what] = b.dataset.id.replace(/^[bt]:\d+:\d+\.\d+:[=>]?/, "").split("~");
      return what.startsWith("?") ? "play" : what || "~"; // a list is one of places
    };
    return all.filter((b) => verbs.includes(verb(b))).sort((a, b) => verbs.indexOf(verb(a)) - verbs.indexOf(verb(b)));
  };
  const press = async (button) => {
    button.click();
    presses += 1;
    const listed = button.closest(".selectbox")?.querySelector(".option");
    if (listed) {
      listed.click();
      presses += 1;
    }
    await wait(() => !button.isConnected, `an answer to ${button.textContent}`);
  };

  // A panel brings itself up to date: it is pressed as soon as it asks.
  const play = async (pane) => {
    for (;;) {
      await wait(() => over(pane) || asking(pane).length, "a turn");
      const [act] = asking(pane);
      if (over(pane) || !act) return;
      if (act.dataset.id.endsWith("~")) await rest(100);
      await press(act);
    }
  };

  await Promise.all(panes.map(play));
  return presses;
}
