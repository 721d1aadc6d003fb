// A second look: a call that needs the PIN of whoever makes it is confirmed, and made again.

import { toBinary } from "@bufbuild/protobuf";
import { ConnectError, type Interceptor } from "@connectrpc/connect";
import { signedBytes } from "./device_key";

/** The metadata of a call with its confirmation. */
const CONFIRMATION = "damcast-confirmation";
/** The metadata of an answer with the name of the refusal. */
const REFUSAL = "damcast-refusal";

/** Returns the confirmation of a call, by its hash; `null` if whoever is asked does not confirm it. */
export type Confirmer = (call: Uint8Array) => Promise<string | null>;

let confirmer: Confirmer | null = null;

/** Sets who is asked to confirm calls. */
export function confirmBy(asked: Confirmer): void {
  confirmer = asked;
}

/** Lets a call that is refused because it is not confirmed be confirmed, and makes it once more. */
export const confirmed: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    const refusal = ConnectError.from(error).metadata.get(REFUSAL);
    if (request.stream || confirmer === null || refusal !== "not-confirmed") throw error;
    const path = `/${request.service.typeName}/${request.method.name}`;
    const bytes = signedBytes(path, toBinary(request.method.input, request.message));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const confirmation = await confirmer(hash);
    if (confirmation === null) throw error;
    request.header.set(CONFIRMATION, confirmation);
    return next(request);
  }
};
