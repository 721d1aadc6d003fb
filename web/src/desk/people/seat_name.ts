// The names of the seats of devices.

import { DeviceSeat } from "../../gen/damcast/v1/access_pb";
import { peopleWords } from "./text";

/** Returns the name of a seat, as DeviceSeat numbers it. */
export function seatName(seat: number): string {
  const w = peopleWords.value;
  if (seat === DeviceSeat.WHITE) return w("seat-white");
  return seat === DeviceSeat.BLACK ? w("seat-black") : w("seat-table");
}
