// Tournaments, as this browser calls them as a device. A file of its own, as tablets at tables do not need it.

import { createClient } from "@connectrpc/connect";
import { PairingService } from "../gen/damcast/v1/pairing_pb";
import { signedTransport } from "./device_api";

export const devicePairing = createClient(PairingService, signedTransport);
