// Makes calls that a device has signed, for that device.

import {
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  fromBinary,
  toBinary,
} from "@bufbuild/protobuf";
import { Code, ConnectError, encodeBinaryHeader } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import {
  BoardIngestService,
  type InputHeader,
  type SubmitMoveRequest,
  type Verdict,
} from "../gen/damcast/v1/board_ingest_pb";
import { SIGNATURE } from "./device_api";
import type { SignedCall } from "./signed_calls";

const CALL_MS = 10_000;

// Without whoever is signed in here: the calls are those of the device.
const transport = createGrpcWebTransport({ baseUrl: location.origin });

/** An input that was handed in, or is to be. */
export interface HandedIn {
  readonly header: InputHeader | undefined;
  /** The ply and the squares of a move; `null` for any other input. */
  readonly move: { readonly ply: number; readonly from: number; readonly to: number } | null;
}

/** Returns what a call is about; `null` if it cannot be read, or not to the byte. */
export function readCall({ method, request }: SignedCall): HandedIn | null {
  const input = inputOf(method);
  if (!input) return null;
  try {
    const message = fromBinary(input, request);
    // It is signed as it is: it must not change on its way.
    const bytes = toBinary(input, message);
    if (bytes.length !== request.length || bytes.some((one, at) => one !== request[at]))
      return null;
    const { header, ply, move } = message as unknown as Partial<SubmitMoveRequest>;
    const played = ply && move ? { ply, from: move.from, to: move.to } : null;
    return { header, move: played };
  } catch {
    return null;
  }
}

/**
 * Makes a call for the device that signed it; returns the verdict.
 *
 * @throws the refusal, or the fault of the network.
 */
export async function handIn(token: string, call: SignedCall): Promise<Verdict | undefined> {
  const method = methodOf(call.method);
  if (!method) throw new ConnectError("unknown method", Code.Unimplemented);
  const headers = {
    authorization: `Bearer ${token}`,
    [SIGNATURE]: encodeBinaryHeader(call.signature),
  };
  const message = fromBinary(method.input, call.request);
  const answer = await transport.unary(method, undefined, CALL_MS, headers, message);
  return (answer.message as unknown as { verdict?: Verdict }).verdict;
}

function methodOf(name: string): DescMethodUnary | undefined {
  const isUnary = (method: DescMethod): method is DescMethodUnary => method.methodKind === "unary";
  return BoardIngestService.methods.filter(isUnary).find((method) => method.name === name);
}

function inputOf(name: string): DescMessage | undefined {
  return methodOf(name)?.input;
}
