// Calls services by gRPC-web, as tablets and the arbiter's desk do.

const DATA = 0;
const TRAILERS = 0x80;

/**
 * Calls a method and returns the fields of its answer by number.
 *
 * A message is a list of fields, each with its number and value: a text, a whole number from 0 on,
 * a boolean, or a message. A repeated field is a list. `token` says who calls, where doors are locked.
 * With `isWhole` the answer has every value of each field, not only the last.
 */
export async function call(address, method, request, token = null, isWhole = false) {
  const message = encode(request);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  const answer = await fetch(`${address}/damcast.v1.${method}`, {
    method: "POST",
    headers: {
      "content-type": "application/grpc-web+proto",
      "x-grpc-web": "1",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: Buffer.concat([head, message]),
  });
  let status = answer.headers.get("grpc-status");
  let text = answer.headers.get("grpc-message") ?? "";
  let found = new Map();
  const body = Buffer.from(await answer.arrayBuffer());
  for (let at = 0; at < body.length; ) {
    const kind = body[at];
    const end = at + 5 + body.readUInt32BE(at + 1);
    const part = body.subarray(at + 5, end);
    if (kind === DATA) found = isWhole ? decodeAll(part) : decode(part);
    else if (kind === TRAILERS) {
      status = /^grpc-status: *(\d+)/m.exec(part)?.[1] ?? status;
      text = /^grpc-message: *(.*?)\r?$/m.exec(part)?.[1] ?? text;
    }
    at = end;
  }
  if (status !== "0") throw new Error(`${method}: status ${status}, ${decodeURIComponent(text)}`);
  return found;
}

/** Encodes a message. */
function encode(fields) {
  const parts = fields.map(([number, value]) => {
    if (typeof value === "number") return Buffer.concat([varint(number * 8), varint(value)]);
    if (typeof value === "boolean") return Buffer.from([...varint(number * 8), Number(value)]);
    const bytes = Array.isArray(value) ? encode(value) : Buffer.from(value);
    return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
  });
  return Buffer.concat(parts);
}

/**
 * Returns the last value of each field by its number: a number, or the bytes of a text or a
 * message.
 */
export function decode(bytes) {
  return new Map([...decodeAll(bytes)].map(([number, values]) => [number, values.at(-1)]));
}

/** Returns all values of each field by its number. */
export function decodeAll(bytes) {
  const fields = new Map();
  const add = (number, value) => fields.set(number, [...(fields.get(number) ?? []), value]);
  let at = 0;
  const read = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at];
      at += 1;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = read();
    if (key % 8 === 0) add(Math.floor(key / 8), read());
    else if (key % 8 === 2) {
      const length = read();
      add(Math.floor(key / 8), bytes.subarray(at, at + length));
      at += length;
    } else throw new Error(`a field of type ${key % 8} is not read here`);
  }
  return fields;
}

function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
