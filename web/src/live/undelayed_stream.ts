// The stream of a tournament that no embargo delays: a call that needs a token, and comes on record
// each time. Its messages are a text each, so it is read without the library of the desk, of which
// every page would load a part otherwise.

/** Where `wire/session.ts` keeps the token; a test compares. Its file would split that of the tablets. */
const TOKEN_UNDER = "damcast.token";

const OPEN = "/damcast.v1.AccessService/OpenUndelayed";
const WATCH = "/damcast.v1.BroadcastService/WatchUndelayed";
/** Bytes before each message: its kind, and its length. */
const HEAD = 5;
/** The bit in the kind of a message that marks the trailers. */
const TRAILERS = 0x80;

/** A refusal in the words of a service, with its gRPC status and its stable name, if it has one. */
export class Refused extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

/** Yields the frames of the tournament that the path of a public stream names. */
export async function* follow(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const { pathname, searchParams } = new URL(path, location.href);
  const [venue = "", id = ""] = pathname.split("/").slice(4, 6).map(decodeURIComponent);
  const tournament = field(1, [...text(1, venue), ...text(2, id)]);
  // Whoever uses the server's machine is believed without a token, and has no record.
  if (token() !== null) {
    try {
      for await (const _answer of call(OPEN, tournament, signal));
    } catch (error) {
      // A venue without an authority believes whoever uses its machine, also with an old token.
      if (!(error instanceof Refused) || error.reason !== "no-authority") throw error;
    }
  }
  const since = text(2, searchParams.get("since") ?? "");
  for await (const message of call(WATCH, [...tournament, ...since], signal)) {
    yield new TextDecoder().decode(message.subarray(lengthEnd(message)));
  }
}

/** Calls a method by gRPC-web; yields its answers, and throws a refusal. */
async function* call(
  method: string,
  request: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const headers = new Headers({ "content-type": "application/grpc-web+proto", "x-grpc-web": "1" });
  const mine = token();
  if (mine !== null) headers.set("authorization", `Bearer ${mine}`);
  const body = new Uint8Array(HEAD + request.length);
  new DataView(body.buffer).setUint32(1, request.length);
  body.set(request, HEAD);
  const answer = await fetch(method, { method: "POST", headers, body, signal });
  // A proxy answers whose service is away.
  if (!answer.ok) throw new TypeError(`${method}: HTTP ${answer.status}`);
  check(answer.headers);
  let rest = new Uint8Array();
  for (const reader = answer.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) return;
    rest = joined(rest, value);
    for (;;) {
      const end = HEAD + (rest.length < HEAD ? 0 : new DataView(rest.buffer).getUint32(1));
      if (rest.length < end) break;
      const message = rest.subarray(HEAD, end);
      if (((rest[0] ?? 0) & TRAILERS) === 0) yield message;
      else check(trailers(new TextDecoder().decode(message)));
      rest = rest.slice(end);
    }
  }
}

/** Throws a refusal, if headers or trailers tell one. */
function check(told: Headers): void {
  const status = told.get("grpc-status") ?? "0";
  if (status === "0") return;
  const words = decodeURIComponent(told.get("grpc-message") ?? status);
  throw new Refused(Number(status), told.get("damcast-refusal") ?? "", words);
}

function trailers(lines: string): Headers {
  const told = new Headers();
  for (const line of lines.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) told.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return told;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** Returns a text as a field of a message. */
function text(number: number, value: string): number[] {
  return field(number, [...new TextEncoder().encode(value)]);
}

/** Returns bytes as a field of a message. */
function field(number: number, bytes: readonly number[]): number[] {
  const length: number[] = [];
  for (let left = bytes.length; ; left = Math.floor(left / 128)) {
    length.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) return [number * 8 + 2, ...length, ...bytes];
  }
}

/** Returns the number of bytes before the text of a message that has nothing else. */
function lengthEnd(message: Uint8Array): number {
  let end = 1;
  while ((message[end] ?? 0) >= 128) end += 1;
  return end + 1;
}

/** Returns the token of whoever has signed in at the desk; `null` if nobody has. */
function token(): string | null {
  try {
    return localStorage.getItem(TOKEN_UNDER) || null;
  } catch {
    return null;
  }
}
