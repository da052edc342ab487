import { expect, test } from "vitest";
import { placeTexts } from "./place-texts";

test("texts go into empty variants, then behind the last", () => {
  expect(placeTexts(["Oi", "", " "], ["a", "b", "c"])).toEqual({
    messages: ["Oi", "a", "b", "c"],
    placed: 3,
    first: 1,
  });
});

test("what has no room is left out, and what was written stays", () => {
  const full = Array.from({ length: 9 }, (_, index) => `Texto ${index}`);
  expect(placeTexts(full, ["a", "b"])).toEqual({ messages: [...full, "a"], placed: 1, first: 9 });
  expect(placeTexts([...full, "Último"], ["a"])).toMatchObject({ placed: 0 });
});
