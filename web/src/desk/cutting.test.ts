import { expect, test } from "vitest";
import { inCuttingOrder } from "./cutting";

test("the piles of a stack that is cut in four are in order one after the other", () => {
  expect(inCuttingOrder([1, 2, 3, 4, 5, 6, 7], 4)).toEqual([1, 3, 5, 7, 2, 4, 6, null]);
  expect(inCuttingOrder([1, 2, 3], 4)).toEqual([1, 2, 3, null]);
  expect(inCuttingOrder([], 4)).toEqual([]);
});
