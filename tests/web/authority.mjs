// The key of a venue, which signs tokens (PASETO v4.public).

import { createPrivateKey, sign } from "node:crypto";

const HEADER = "v4.public.";
/** The beginning of a key of Ed25519 as PKCS #8 has it; the seed follows. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** Returns a token with other claims, signed by the key of its venue. */
export function withClaims(token, keyText, change) {
  const [, , body, footer = ""] = token.split(".");
  const signed = Buffer.from(body, "base64url");
  const claims = JSON.parse(signed.subarray(0, -64).toString());
  const message = Buffer.from(JSON.stringify({ ...claims, ...change }));
  const seed = Buffer.from(keyText.trim().slice(0, 64), "hex");
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const pieces = [Buffer.from(HEADER), message, Buffer.from(footer, "base64url"), Buffer.alloc(0)];
  const signature = sign(null, preAuthenticated(pieces), key);
  return `${HEADER}${Buffer.concat([message, signature]).toString("base64url")}.${footer}`;
}

/** Returns pieces behind their number, each behind its length, eight bytes each, little-endian (PASETO, PAE). */
function preAuthenticated(pieces) {
  const number = (value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(value));
    return bytes;
  };
  return Buffer.concat([
    number(pieces.length),
    ...pieces.flatMap((piece) => [number(piece.length), piece]),
  ]);
}
