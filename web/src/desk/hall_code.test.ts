import { expect, test } from "vitest";
import { isLoopback } from "./hall_code";

test.each([
  ["localhost", true],
  ["desk.localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.7", false],
  ["venue7.example.org", false],
  ["localhost.example.org", false],
])("%s is only reached from its own machine: %s", (host, is) => {
  expect(isLoopback(new URL(`http://${host}:8080/desk`).hostname)).toBe(is);
});
