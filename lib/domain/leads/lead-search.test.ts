import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAreaCode } from "@/lib/domain/phone/brazilian-number";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { toKeptNumber } from "@/lib/domain/phone/read-number";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { getSearchSpellings } from "./lead-search";

/** The searchable text of a lead, as the database builds it. */
function kept(number: string): string {
  const { whatsapp, phone_key } = toKeptNumber(number) ?? {};
  return `${whatsapp} ${phone_key}`;
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
          const found = getSearchSpellings(typed).some((text) =>
            kept(`${area}${number}`).includes(text),
          );
          expect(found, `${typed} for ${area}${number}`).toBe(true);
        }
      }),
      options,
    );
  });

  it.each(["11 98765", "(11) 98765-4", "98765-4321", "1187654321"])(
    "%s finds part of it",
    (typed) => {
      const found = getSearchSpellings(typed).some((text) => kept("11987654321").includes(text));
      expect(found).toBe(true);
    },
  );

  it("leaves words and short numbers as they are", () => {
    expect(getSearchSpellings(" Padaria 24 ")).toEqual(["Padaria 24"]);
    expect(getSearchSpellings("123")).toEqual(["123"]);
    expect(getSearchSpellings("  ")).toEqual([]);
  });

  it("knows a CNPJ with its punctuation and letters", () => {
    expect(getSearchSpellings("12.abc.345/01de-35")).toContain("12ABC34501DE35");
    expect(getSearchSpellings("11.222.333/0001-81")).toContain("11222333000181");
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
