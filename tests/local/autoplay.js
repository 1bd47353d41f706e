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
  const over = (pane) => [...pane.querySelectorAll("article:not(.own)")].some((post) => /🏆|🤝/.test(post.innerText));
  const own = (pane) => [...pane.querySelectorAll("article.own")].at(-1);
  const verbs = ["play", "fromdiscard", "ready", "flip", "discard", "done", "~"];
  const acts = (panel) => {
    const all = [...panel.querySelectorAll("button[data-id]")].filter((b) => /^[bt]:\d+:\d+\.\d+:/.test(b.dataset.id));
    const verb = (b) => b.dataset.id.replace(/^[bt]:\d+:\d+\.\d+:=?/, "").split("~")[0] || "~";
    return all.filter((b) => verbs.includes(verb(b))).sort((a, b) => verbs.indexOf(verb(a)) - verbs.indexOf(verb(b)));
  };
  const press = async (button) => {
    button.click();
    presses += 1;
    await wait(() => !button.isConnected, `an answer to ${button.innerText}`);
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

  const turns = async () => {
    for (let at = 0; !over(panes[0]); at = 1 - at) {
      const pane = panes[at];
      const door = await wait(() => over(pane) || [...pane.querySelectorAll('article:not(.own) button[data-id$=":play"]')].at(-1), "Play");
      if (door === true) break;
      const before = pane.querySelectorAll("article.own").length;
      door.click();
      presses += 1;
      await wait(() => pane.querySelectorAll("article.own").length > before && !own(pane).matches(".loading"), "a panel");
      await wait(() => acts(own(pane)).length || /not asked|🏆|🤝/.test(own(pane).innerText), "what the panel says");
      for (let [act] = acts(own(pane)); act; [act] = acts(own(pane))) {
        await press(act);
        await wait(() => acts(own(pane)).length || /not asked|🏆|🤝/.test(own(pane).innerText), "what the panel says");
      }
      const panel = own(pane);
      [...panel.querySelectorAll("button")].find((b) => /Dismiss/.test(b.innerText)).click();
      await wait(() => !panel.isConnected, "the panel to be put away");
    }
  };

  if (pace === "tournament") await Promise.all(panes.map(bout));
  else await turns();
  return presses;
}
