// The services, called by this browser as a device: with its token, and with its signature.

import { toBinary } from "@bufbuild/protobuf";
import { createClient, encodeBinaryHeader, type Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { AccessService } from "../gen/damcast/v1/access_service_pb";
import { BoardIngestService } from "../gen/damcast/v1/board_ingest_pb";
import { type Enrolled, ownDevice, sign } from "./device_key";

const SIGNATURE = "damcast-signature-bin";

const signed: Interceptor = (next) => async (request) => {
  const device = await ownDevice();
  if (!request.stream) {
    const path = `/${request.service.typeName}/${request.method.name}`;
    const bytes = toBinary(request.method.input, request.message);
    request.header.set(SIGNATURE, encodeBinaryHeader(await sign(device, path, bytes)));
  }
  if (device.enrolled && !request.header.has("authorization")) {
    request.header.set("authorization", bearer(device.enrolled));
  }
  return next(request);
};

/** Calls are given up after this time: a network that is gone does not say so. */
const CALL_MS = 10_000;

const transport = createGrpcWebTransport({
  baseUrl: location.origin,
  interceptors: [signed],
});

export const deviceAccess = createClient(AccessService, transport);
export const deviceGames = createClient(BoardIngestService, transport);

/** The options of a call that is answered at once. */
export const PROMPT = { timeoutMs: CALL_MS };

/** Returns the options of such a call under an enrolment, which may be one of before. */
export function as(enrolled: Enrolled) {
  return { ...PROMPT, headers: { authorization: bearer(enrolled) } };
}

function bearer({ token }: Enrolled): string {
  return `Bearer ${token}`;
}
