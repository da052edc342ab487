import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAreaCode } from "@/lib/domain/phone/brazilian-number";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { toKeptNumber } from "@/lib/domain/phone/read-number";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { getSearchTerms } from "./lead-search";

/** The searchable text of a lead, as the database builds it. */
function kept(number: string): string {
  const { whatsapp, phone_key } = toKeptNumber(number) ?? {};
  return `${whatsapp} ${phone_key}`;
}

/** Whether the search finds a text, whose case and accents are the same. */
function finds(typed: string, text: string): boolean {
  return getSearchTerms(typed).every((spellings) =>
    spellings.some((each) => ` ${text}`.includes(each)),
  );
}

const ddd = fc.stringMatching(/^[1-9]{2}$/).filter(isAreaCode);
const subscriber = fc.oneof(
  fc.stringMatching(/^9[6-9]\d{7}$/),
  fc.stringMatching(/^[6-9]\d{7}$/),
  fc.stringMatching(/^[2-5]\d{7}$/),
);
const options = { seed: 20261121, numRuns: 2_000 };

describe("a search for a number", () => {
  it("finds it in every spelling, whichever was stored", () => {
    fc.assert(
      fc.property(ddd, subscriber, (area, number) => {
        const short = number.slice(-8);
        const spellings = number.startsWith("9") || short !== number ? [number, short] : [number];
        const written = spellings.flatMap((each) => [
          `${area}${each}`,
          `0${area}${each}`,
          `55${area}${each}`,
          `+55 ${formatPhone(`${area}${each}`)}`,
          `(${area}) ${each}`,
        ]);
        for (const typed of written) {
          expect(finds(typed, kept(`${area}${number}`)), `${typed} for ${area}${number}`).toBe(
            true,
          );
        }
      }),
      options,
    );
  });

  it.each(["11 98765", "(11) 98765-4", "98765-4321", "1187654321"])(
    "%s finds part of it",
    (typed) => {
      expect(finds(typed, kept("11987654321"))).toBe(true);
    },
  );

  it.each([
    ["4156-4683", "11941564683"],
    ["4156-4683", "1141564683"],
    ["4156 4683", "1141564683"],
    ["94156 4683", "11941564683"],
    ["98765-4321", "1187654321"],
    ["9 8765.4321", "8587654321"],
    ["8765-4321", "11987654321"],
  ])("%s finds %s without its area", (typed, number) => {
    expect(finds(typed, kept(number))).toBe(true);
    expect(finds(`padaria ${typed}`, `Silva padaria ${kept(number)}`)).toBe(true);
    expect(finds(`${typed} padaria`, `Silva padaria ${kept("11900000000")}`)).toBe(false);
  });

  it("does not take a landline for the mobile that ends like it", () => {
    expect(finds("94156-4683", kept("1141564683"))).toBe(false);
  });

  it("leaves a single word and a short number as they are", () => {
    expect(getSearchTerms(" Padaria ")).toEqual([["Padaria"]]);
    expect(getSearchTerms("123")).toEqual([["123"]]);
    expect(getSearchTerms("&")).toEqual([["&"]]);
    expect(getSearchTerms("zé")).toEqual([["zé"]]);
    expect(getSearchTerms("  ")).toEqual([]);
  });

  it("knows a CNPJ with its punctuation and letters", () => {
    expect(getSearchTerms("12.abc.345/01de-35")[0]).toContain("12ABC34501DE35");
    expect(getSearchTerms("11.222.333/0001-81")[0]).toContain("11222333000181");
  });
});

describe("a search for several words", () => {
  it("asks for each, in any order", () => {
    expect(getSearchTerms("silva  padaria")).toEqual([["silva"], ["padaria"]]);
    expect(getSearchTerms("Silva, Padaria & Cia - Silva,")).toEqual([
      ["Silva"],
      ["Padaria"],
      ["Cia"],
      ["Silva,"],
    ]);
  });

  it("asks for short ones at the beginning of a word", () => {
    expect(getSearchTerms("padaria do zé 24")).toEqual([["padaria"], [" do"], [" zé"], [" 24"]]);
    expect(finds("24 padaria", "padaria 24 horas")).toBe(true);
    expect(finds("padaria 24", "24 horas padaria")).toBe(true);
    expect(finds("padaria 24", "padaria 551152400000")).toBe(false);
  });

  it("asks for eight at most", () => {
    const typed = Array.from({ length: 100 }, (_, nth) => `palavra${nth}`).join(" ");
    expect(getSearchTerms(typed)).toHaveLength(8);
  });
});

describe("a stored number", () => {
  it("keeps its key when shown, edited and stored again, Brazilian or foreign", () => {
    const foreign = fc.stringMatching(/^[1-46-9]\d{9,13}$/).map((digits) => `+${digits}`);
    const brazilian = fc.tuple(ddd, subscriber).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(foreign, brazilian), (written) => {
        const kept = toKeptNumber(written);
        fc.pre(kept !== null);
        expect(toKeptNumber(formatKeptNumber(kept.whatsapp))?.phone_key).toBe(kept.phone_key);
      }),
      options,
    );
  });
});
