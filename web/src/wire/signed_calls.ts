// Calls that a device has signed and could not make, as text: whoever has a network makes them for it. The signature
// covers the bytes of the request, so that they count as what they are and once, whoever hands them in.

import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";

/** A call of board-ingest that a device has signed. */
export interface SignedCall {
  /** The name of the method, as in "SubmitMove". */
  readonly method: string;
  readonly request: Uint8Array;
  /** 64 bytes, r and s. */
  readonly signature: Uint8Array;
}

/** Calls of one device, with the token that says which. */
export interface HandIn {
  readonly token: string;
  readonly calls: readonly SignedCall[];
}

/** The address of the page that takes them; the text follows behind a `#`. */
export const HAND_IN_PATH = "/desk/hand-in";

const VERSION = 1;
const SIGNATURE_BYTES = 64;
const METHOD = /^Submit[A-Za-z]{1,40}$/;
/** Most bytes of one text: a code of them is read from the screen of a tablet without trouble. */
const BYTES_MAX = 900;
/** Most characters that are read. */
const TEXT_MAX = 20_000;

/** Writes calls as texts, each of which can be handed in alone; a call that is too long for one has one of its own. */
export function packed({ token, calls }: HandIn): string[] {
  const head = [VERSION, ...sized(utf8(token))];
  const texts: string[] = [];
  let bytes = [...head];
  for (const { method, request, signature } of calls) {
    const part = [...sized(utf8(method)), ...sized(request), ...signature];
    if (bytes.length > head.length && bytes.length + part.length > BYTES_MAX) {
      texts.push(base64Encode(new Uint8Array(bytes), "url"));
      bytes = [...head];
    }
    bytes.push(...part);
  }
  if (bytes.length > head.length) texts.push(base64Encode(new Uint8Array(bytes), "url"));
  return texts;
}

/** Reads the calls of a text, which may be a whole link; `null` if it holds none. */
export function unpacked(text: string): HandIn | null {
  const code = text.trim().replace(/^[^#]*#/, "");
  if (code.length === 0 || code.length > TEXT_MAX || !/^[\w-]+$/.test(code)) return null;
  try {
    const bytes = new Reader(base64Decode(code));
    if (bytes.take(1)[0] !== VERSION) return null;
    const token = read(bytes.sized());
    const calls: SignedCall[] = [];
    while (!bytes.isAtEnd()) {
      const method = read(bytes.sized());
      if (!METHOD.test(method)) return null;
      calls.push({ method, request: bytes.sized(), signature: bytes.take(SIGNATURE_BYTES) });
    }
    return calls.length > 0 && /^[\w.-]+$/.test(token) ? { token, calls } : null;
  } catch {
    return null;
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function read(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** Returns bytes behind their number, which has two bytes. */
function sized(bytes: Uint8Array): number[] {
  return [bytes.length >> 8, bytes.length & 0xff, ...bytes];
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new RangeError("the text is cut off");
    this.#at += count;
    return this.#bytes.slice(this.#at - count, this.#at);
  }

  sized(): Uint8Array {
    const [high = 0, low = 0] = this.take(2);
    return this.take(high * 256 + low);
  }
}
