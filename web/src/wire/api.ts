// The services, called by gRPC-web at the origin of this page.

import { createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { AccessService } from "../gen/damcast/v1/access_service_pb";
import { BoardIngestService } from "../gen/damcast/v1/board_ingest_pb";
import { ClockService } from "../gen/damcast/v1/clock_pb";
import { PairingService } from "../gen/damcast/v1/pairing_pb";
import { RulesValidationService } from "../gen/damcast/v1/rules_validation_pb";
import { SeasonService } from "../gen/damcast/v1/season_pb";
import { confirmed } from "./confirmation";
import { deviceId } from "./desk_device";
import { isOpen, token } from "./session";

export { isUnanswered, refusalText } from "./refusal";

/** The metadata that names this desk in a call. */
const DEVICE = "damcast-device";

const authenticate: Interceptor = (next) => async (request) => {
  const mine = token();
  if (mine !== null) request.header.set("authorization", `Bearer ${mine}`);
  // From where somebody decides is on record.
  if (request.service.typeName === PairingService.typeName) {
    request.header.set(DEVICE, deviceId());
  }
  return next(request);
};

const transport = createGrpcWebTransport({
  baseUrl: location.origin,
  interceptors: [authenticate, confirmed],
});

export const access = createClient(AccessService, transport);
export const pairing = createClient(PairingService, transport);
export const boardIngest = createClient(BoardIngestService, transport);
export const clocks = createClient(ClockService, transport);
export const rules = createClient(RulesValidationService, transport);
export const seasons = createClient(SeasonService, transport);

/** Notes that a call which is not public was answered. */
export function noteAnswer(): void {
  isOpen.value = token() === null;
}
