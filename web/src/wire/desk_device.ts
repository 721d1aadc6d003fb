// The name of this desk as a device.

const STORED_UNDER = "damcast.device";

/** Returns the id of this desk, which each tab has for itself. */
export function deviceId(): string {
  // `randomUUID` is there over HTTPS alone.
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  const made = ["desk", number.toString(16).padStart(8, "0")].join("-");
  const id = sessionStorage.getItem(STORED_UNDER) ?? made;
  sessionStorage.setItem(STORED_UNDER, id);
  return id;
}
