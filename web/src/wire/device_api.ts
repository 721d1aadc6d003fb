// The services, called by this browser as a device: with its token, and with its signature.

import { toBinary } from "@bufbuild/protobuf";
import {
  type Client,
  createClient,
  encodeBinaryHeader,
  type Interceptor,
} from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { AccessService } from "../gen/damcast/v1/access_service_pb";
import { BoardIngestService } from "../gen/damcast/v1/board_ingest_pb";
import { type Device, type Enrolled, ownDevice, sign } from "./device_key";
import type { SignedCall } from "./signed_calls";

/** The metadata of a call with its signature. */
export const SIGNATURE = "damcast-signature-bin";

const signed: Interceptor = (next) => async (request) => {
  const device = await ownDevice();
  if (!request.stream) {
    const { signature } = await signedCall(request, device);
    request.header.set(SIGNATURE, encodeBinaryHeader(signature));
  }
  if (device.enrolled && !request.header.has("authorization")) {
    request.header.set("authorization", bearer(device.enrolled));
  }
  return next(request);
};

/** Calls are given up after this time: a network that is gone does not say so. */
const CALL_MS = 10_000;

/** Calls that this device signs. */
export const signedTransport = createGrpcWebTransport({
  baseUrl: location.origin,
  interceptors: [signed],
});

/** Returns a call with the signature of a device. */
async function signedCall(
  call: UnaryCall,
  device: Device,
): Promise<SignedCall & { signature: Uint8Array }> {
  const path = `/${call.service.typeName}/${call.method.name}`;
  const request = toBinary(call.method.input, call.message);
  return {
    method: call.method.name,
    request,
    signature: await sign(device, path, request),
  };
}

type UnaryCall = Extract<Parameters<ReturnType<Interceptor>>[0], { readonly stream: false }>;

export const deviceAccess = createClient(AccessService, signedTransport);
export const deviceGames = createClient(BoardIngestService, signedTransport);

export type DeviceGames = Client<typeof BoardIngestService>;

/** Returns a call as this device would make it, signed, without making it; `null` if none is made. */
export async function withoutNetwork(
  make: (games: DeviceGames) => Promise<unknown>,
): Promise<SignedCall | null> {
  const made: { call: SignedCall | null } = { call: null };
  const keep: Interceptor = () => async (request) => {
    if (!request.stream) made.call = await signedCall(request, await ownDevice());
    throw new Error("not sent");
  };
  const nowhere = createGrpcWebTransport({ baseUrl: location.origin, interceptors: [keep] });
  await make(createClient(BoardIngestService, nowhere)).catch(() => {});
  return made.call;
}

/** The options of a call that is answered at once. */
export const PROMPT = { timeoutMs: CALL_MS };

/** Returns the options of such a call under an enrolment, which may be one of before. */
export function as(enrolled: Enrolled) {
  return { ...PROMPT, headers: { authorization: bearer(enrolled) } };
}

function bearer({ token }: Enrolled): string {
  return `Bearer ${token}`;
}
