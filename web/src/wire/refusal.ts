// The words of calls that failed.

import { Code, ConnectError } from "@connectrpc/connect";

const LOCALIZED_MESSAGE = "google.rpc.LocalizedMessage";

/** Returns true if the network failed: nobody said anything, or not to the end. */
export function isCutOff(error: unknown): boolean {
  const { cause, rawMessage } = ConnectError.from(error);
  return cause instanceof TypeError || /trailer|premature|network/i.test(rawMessage);
}

/** Returns true if no answer came, so that it is not known what the call did. */
export function isUnanswered(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  if (isCutOff(error)) return true;
  return code === Code.Unavailable || code === Code.DeadlineExceeded || code === Code.Aborted;
}

/** Returns the words of a refusal, in a language if the server has them in it. */
export function refusalText(error: unknown, language: string): string {
  const refused = ConnectError.from(error);
  for (const detail of refused.details) {
    if (!("type" in detail) || detail.type !== LOCALIZED_MESSAGE) continue;
    const [locale, text] = textsOf(detail.value);
    if (locale?.split("-")[0] === language && text) return text;
  }
  return refused.rawMessage;
}

/** Returns the texts of a message that has nothing else, in the order of its fields. */
function textsOf(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    at += 1;
    let length = 0;
    for (let factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      length += (byte % 128) * factor;
      if (byte < 128) break;
    }
    texts.push(new TextDecoder().decode(bytes.subarray(at, at + length)));
    at += length;
  }
  return texts;
}
