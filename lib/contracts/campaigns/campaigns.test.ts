import { expect, test } from "vitest";
import * as z from "zod/mini";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { StartProspecting } from "./campaigns";

test("messages are trimmed, and blank ones dropped", () => {
  const { messages } = z.parse(StartProspecting, { messages: [" Oi ", " ", "\n", "Olá\n"] });
  expect(messages).toEqual(["Oi", "Olá"]);
});

test("a message has at most 8000 characters, and its own field says so", () => {
  expect(MESSAGE_MAX_LENGTH).toBe(8_000);
  const parse = (length: number) =>
    z.safeParse(StartProspecting, { messages: ["Oi", "a".repeat(length)] });
  expect(parse(8_000).success).toBe(true);
  expect(parse(8_001).error?.issues).toMatchObject([
    { path: ["messages", 1], message: "Cada mensagem pode ter no máximo 8000 caracteres!" },
  ]);
});
