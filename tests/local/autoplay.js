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
  const verbs = ["play", "fromdiscard", "ready", "flip", "discard", "done", "~"];
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

  const door = (post) => post.querySelector('button[data-id$=":play"]');
  const said = (pane) => acts(own(pane)).length || /not asked|🏆|🤝|🤖 |💀/.test(own(pane).textContent);
  const taken = new Set();
  const called = (pane, at) => {
    const post = latest(pane);
    const mine = post && door(post) && post.textContent.includes(`@${names[at]}`);
    return mine && !taken.has(post.dataset.id + names[at]) ? { pane, post, name: names[at] } : null;
  };

  const open = async ({ pane, post, name }) => {
    taken.add(post.dataset.id + name);
    const before = pane.querySelectorAll("article.own").length;
    const opened = () => pane.querySelectorAll("article.own").length > before;
    for (let tries = 0; !opened(); tries += 1) {
      // A post may lose its buttons at the very moment it is pressed: then the next one is.
      if (tries % 200 === 0) (await wait(() => door(latest(pane)) || over(pane), "Play")).click?.();
      if (over(pane)) return;
      if (Date.now() > until) throw new Error("waited in vain for a panel");
      await rest();
    }
    presses += 1;
    await wait(() => said(pane), "what the panel says");
    for (let [act] = acts(own(pane)); act; [act] = acts(own(pane))) {
      await press(act);
      await wait(() => said(pane), "what the panel says");
    }
  };

  const turns = async () => {
    for (;;) {
      const call = await wait(() => over(panes[0]) || panes.map(called).find(Boolean), "a turn");
      if (call === true) return;
      await open(call);
    }
  };

  if (pace === "tournament") await Promise.all(panes.map(bout));
  else await turns();
  return presses;
}
