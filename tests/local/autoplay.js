// Plays BRAWL in the page as people do, by its buttons alone, as soon as they are there.
// Called with {pace, names, seconds}; gives back how many buttons were pressed.
async ({ pace, names, seconds }) => {
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
  const own = (pane) => [...pane.querySelectorAll("article.own")].at(-1);
  const verbs = ["lay", "play", "fromdiscard", "layagain", "ready", "flip", "discard", "done", "~"];
  const acts = (panel) => {
    const all = [...panel.querySelectorAll("button[data-id]")].filter((b) => /^[bt]:\d+:\d+\.\d+:/.test(b.dataset.id));
    const verb = (b) => b.dataset.id.replace(/^[bt]:\d+:\d+\.\d+:=?/, "").split("~")[0] || "~";
    return all.filter((b) => verbs.includes(verb(b))).sort((a, b) => verbs.indexOf(verb(a)) - verbs.indexOf(verb(b)));
  };
  const press = async (button) => {
    button.click();
    presses += 1;
    await wait(() => !button.isConnected, `an answer to ${button.textContent}`);
  };

  const bout = async (pane) => {
    while (!over(pane)) {
      const [act] = acts(own(pane));
      if (!act) await wait(() => over(pane), "the end");
      else {
        if (act.dataset.id.endsWith("~")) await rest(100);
        await press(act);
      }
    }
  };

  // In turns the panel brings itself up to date: whoever has opened it once plays on there.
  const turns = async (pane) => {
    for (;;) {
      const act = await wait(() => over(pane) || acts(own(pane))[0], "a turn");
      if (act === true) return;
      await press(act);
    }
  };

  await Promise.all(panes.map(pace === "tournament" ? bout : turns));
  return presses;
}
