import { expect, test } from "vitest";
import { chat } from "./chat";

test("up to 500 messages of a conversation are read at once, 50 where nobody says so", () => {
  const sizeOf = (per_page?: number) =>
    chat.messages.query.safeParse({ per_page }).data?.per_page ?? null;
  expect([sizeOf(), sizeOf(500), sizeOf(501)]).toEqual([50, 500, null]);
});
