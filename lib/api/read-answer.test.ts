import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { readAnswer } from "./read-answer";

const Answer = z.object({
  items: z.array(
    z.object({ id: z.number(), status: z.enum(["new", "old"]), kind: z.nullable(z.enum(["a"])) }),
  ),
});

describe("an answer", () => {
  it("with words of a newer server is read, and keeps them", () => {
    const body = {
      items: [
        { id: 1, status: "fresh", kind: "b", more: true },
        { id: 2, status: "old", kind: null },
      ],
    };
    expect(readAnswer(Answer, body)).toEqual({
      items: [
        { id: 1, status: "fresh", kind: "b" },
        { id: 2, status: "old", kind: null },
      ],
    });
    expect(body.items[0]?.status).toBe("fresh");
  });

  it("without a word is read without it", () => {
    const read = readAnswer(Answer, { items: [{ id: 1, kind: null }] });
    expect(read.items[0]?.status).toBeUndefined();
  });

  it("that differs otherwise is refused", () => {
    expect(() =>
      readAnswer(Answer, { items: [{ id: "1", status: "fresh", kind: null }] }),
    ).toThrow();
    expect(() => readAnswer(Answer, { lists: [] })).toThrow();
    expect(() => readAnswer(z.enum(["a"]), "b")).toThrow();
  });
});
