// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { Device, Enrolled } from "../wire/device_key";

const disk = vi.hoisted(() => ({ device: {} as Device }));
const access = vi.hoisted(() => ({
  renewSession: vi.fn(),
  getOwnAccess: vi.fn(),
  enrolDevice: vi.fn(),
}));

vi.mock("../wire/device_key", () => ({
  ownDevice: async () => disk.device,
  keep: async (device: Device) => {
    disk.device = device;
  },
  publicKey: async () => new Uint8Array(65),
}));
vi.mock("../wire/device_api", () => ({
  PROMPT: {},
  deviceAccess: access,
  as: ({ token }: Enrolled) => ({ token }),
}));

const { enrol, enrolled, learnPlace, renew } = await import("./device");

/** Returns a token that ends at a moment. */
function token(name: string, expires: number): string {
  const message = JSON.stringify({ jti: name, exp_ms: expires });
  return `v4.public.${btoa(message + "-".repeat(64))}.x`;
}

function enrolment(subject: string, expires = 1_000): Enrolled {
  const [tournament, words] = ["kk", "oak sea"];
  const at = { tournament, table: 1, seat: 1, isSeated: true };
  return { venue: "main", subject, token: token(subject, expires), words, ...at };
}

const [first, second] = [enrolment("first"), enrolment("second")];
const keys = {} as CryptoKeyPair;

beforeEach(() => {
  disk.device = { keys, enrolled: second, former: [first] };
  enrolled.value = second;
  vi.spyOn(location, "reload").mockImplementation(() => {});
});

test("a session that has ended is renewed by the end that its token has, whichever enrolment it is of", async () => {
  const renewed = token("first", 2_000);
  access.renewSession.mockResolvedValueOnce({ signedIn: { token: renewed } });
  await renew("first");
  const request = { venue: "main", expiresAtMs: 1_000n };
  expect(access.renewSession).toHaveBeenLastCalledWith(request, { token: first.token });
  const former = [{ ...first, token: renewed }];
  expect(disk.device).toEqual({ keys, enrolled: second, former });
  expect(enrolled.value).toBe(second);

  access.renewSession.mockResolvedValueOnce({ signedIn: { token: token("second", 3_000) } });
  await renew("second");
  const now = { ...second, token: token("second", 3_000) };
  expect([disk.device, enrolled.value]).toEqual([{ keys, enrolled: now, former }, now]);
});

test("a session that is refused stays as it is, and the refusal is the caller's", async () => {
  access.renewSession.mockRejectedValueOnce(new Error("put out"));
  await expect(renew("second")).rejects.toThrow("put out");
  expect(disk.device.enrolled).toBe(second);
});

test("a tablet that is enrolled anew keeps what it was, once", async () => {
  const answer = (subject: string) => ({
    signedIn: { subject, token: token(subject, 9_000) },
    words: "oak sea",
    limits: { tournament: "kk", tables: { first: 2 } },
    seat: 1,
    isSeated: true,
  });
  access.enrolDevice.mockResolvedValueOnce(answer("third"));
  await enrol("main", { case: "code", value: "123456" });
  const subjects = () => disk.device.former?.map(({ subject }) => subject);
  expect([disk.device.enrolled?.subject, subjects()]).toEqual(["third", ["first", "second"]]);
  // The answer to its code was lost, and comes again.
  access.enrolDevice.mockResolvedValueOnce(answer("third"));
  await enrol("main", { case: "code", value: "123456" });
  expect([disk.device.enrolled?.subject, subjects()]).toEqual(["third", ["first", "second"]]);
});

test("a tablet that was moved to another tournament learns it, and no other does", async () => {
  const grants = (...tournaments: string[]) => ({
    subject: {
      grants: tournaments.map((tournament) => ({ limits: { tournament, tables: { first: 7 } } })),
    },
  });
  for (const [told, isOther] of [
    [grants(), false],
    [grants("kk"), false],
    [grants(""), false],
    [grants("cup", "kk"), false],
    [grants("cup"), true],
  ] as const) {
    enrolled.value = second;
    disk.device = { keys, enrolled: second };
    access.getOwnAccess.mockResolvedValueOnce(told);
    expect(await learnPlace()).toBe(isOther);
    const place = isOther ? { tournament: "cup", table: 7 } : {};
    expect(disk.device.enrolled).toEqual({ ...second, ...place });
  }
});
