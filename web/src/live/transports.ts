// Two transports to the broadcast service behind one interface: WebSocket and server-sent events.

export interface TransportEvents {
  readonly text: (text: string) => void;
  /** The connection is lost or was never made. Called at most once, and never after `close`. */
  readonly lost: () => void;
}

export interface Transport {
  close(): void;
}

/** Opens a connection to a path of this origin. */
export type Open = (path: string, events: TransportEvents) => Transport;

export const openSocket: Open = (path, events) => {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url);
  let open = true;
  const lost = () => {
    if (!open) return;
    open = false;
    events.lost();
  };
  socket.onmessage = (message) => {
    if (open && typeof message.data === "string") events.text(message.data);
  };
  socket.onclose = lost;
  socket.onerror = lost;
  return {
    close() {
      open = false;
      socket.close();
    },
  };
};

export const openEvents: Open = (path, events) => {
  const source = new EventSource(path);
  let open = true;
  source.onmessage = (message) => {
    if (open) events.text(String(message.data));
  };
  // Closed here, because the browser would retry at its own pace and `Connection` decides about
  // retries.
  source.onerror = () => {
    if (!open) return;
    open = false;
    source.close();
    events.lost();
  };
  return {
    close() {
      open = false;
      source.close();
    },
  };
};
