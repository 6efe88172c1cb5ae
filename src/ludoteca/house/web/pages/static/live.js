// The live connection: numbered news, healed by itself after a loss.

const QUIET = 45000;

export class Live {
  constructor(address, last, heard) {
    this.address = address;
    this.last = last;
    this.heard = heard;
    this.tries = 0;
    this.lost = () => {};
    this.healed = () => {};
    addEventListener("online", () => this.again(0));
    addEventListener("offline", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.again(0);
    });
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.socket?.close();
    const url = new URL(this.address(this.last), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(url));
    socket.onopen = () => {
      if (this.tries) this.healed();
      this.tries = 0;
      this.watch();
    };
    socket.onmessage = ({ data }) => {
      this.watch();
      const message = JSON.parse(data);
      if (message.seq !== undefined) this.last = message.seq;
      if (message.bye !== undefined) return this.again(message.bye * 1000);
      this.heard(message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.again();
    };
  }

  // A connection that says nothing for long is dead, whatever the socket thinks.
  watch() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket.close(), QUIET);
  }

  again(wait = Math.min(8000, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2)) {
    if (this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) {
      const socket = this.socket;
      this.socket = null;
      socket.close();
    }
    clearTimeout(this.silence);
    clearTimeout(this.timer);
    this.tries += 1;
    this.lost(this.tries);
    this.timer = setTimeout(() => this.connect(), wait);
  }
}
