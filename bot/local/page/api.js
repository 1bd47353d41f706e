// The two ways to the server: a few HTTP calls, and one socket per pane.

export async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

export class Line {
  // Asks, hears events, and comes back by itself when the server does.
  constructor(player, heard, lost) {
    this.player = player;
    this.heard = heard;
    this.lost = lost;
    this.asked = new Map();
    this.number = 0;
    this.closed = false;
    this.delay = 250;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/local/socket?player=${this.player}`);
    this.socket.onmessage = (frame) => this.take(JSON.parse(frame.data));
    this.socket.onclose = () => this.dropped();
  }

  take(said) {
    this.delay = 250;
    if (!("re" in said)) return this.heard(said);
    const waiting = this.asked.get(said.re);
    this.asked.delete(said.re);
    if (!waiting) return;
    if ("error" in said) waiting.reject(new Error(said.error));
    else waiting.resolve(said.ok);
  }

  dropped() {
    for (const waiting of this.asked.values()) waiting.reject(new Error("The connection to the hall was lost."));
    this.asked.clear();
    if (this.closed) return;
    this.lost();
    setTimeout(() => this.closed || this.connect(), this.delay);
    this.delay = Math.min(5000, this.delay * 2);
  }

  ask(what, fields = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("The hall is not open right now."));
        return;
      }
      this.number += 1;
      this.asked.set(this.number, { resolve, reject });
      this.socket.send(JSON.stringify({ re: this.number, do: what, ...fields }));
    });
  }

  // A command, click or form: resolves to what the bot did, or throws what the player is told.
  async act(what, fields) {
    const result = await this.ask(what, fields);
    if (result.failed) throw new Error(result.failed);
    return result;
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
