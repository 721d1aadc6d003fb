// A wire between a page and the services that can be cut, as a port is blocked: what is sent vanishes, and nobody says so.

import { connect, createServer } from "node:net";

export class Wire {
  #server;
  #sockets = new Set();
  #isCut = false;
  #isOneWay = false;
  /** The sockets of pages, with those to the services. */
  #pairs = new Map();

  /** Lays a wire to a port of this machine. Ends with the process. */
  static async to(port) {
    const wire = new Wire();
    wire.#server = createServer((socket) => wire.#join(socket, port));
    await new Promise((resolve) => wire.#server.listen(0, "127.0.0.1", resolve));
    wire.#server.unref();
    wire.address = `http://127.0.0.1:${wire.#server.address().port}`;
    return wire;
  }

  /** Lets nothing through any more. */
  cut() {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause().unpipe();
  }

  /** Lets through what the page sends, and none of the answers. */
  cutAnswers() {
    this.#isOneWay = true;
    for (const [socket, onward] of this.#pairs) onward.unpipe(socket).pause();
  }

  /** Lets everything through again, but what was open before is gone. */
  mend() {
    this.#isCut = false;
    this.#isOneWay = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(socket, port) {
    this.#keep(socket);
    // Whoever calls is not answered, and not refused either.
    if (this.#isCut) return socket.pause();
    const onward = this.#keep(connect(port, "127.0.0.1"));
    socket.pipe(onward);
    if (!this.#isOneWay) onward.pipe(socket);
    this.#pairs.set(socket, onward);
    socket.on("close", () => {
      this.#pairs.delete(socket);
      onward.destroy();
    });
    onward.on("close", () => {
      // While the wire is cut nobody hears of it.
      if (!this.#isCut && !this.#isOneWay) socket.destroy();
    });
  }

  #keep(socket) {
    socket.unref();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
    this.#sockets.add(socket);
    return socket;
  }
}
