import fc from "fast-check";
import parsePhoneNumber, { getCountries, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, it } from "vitest";
import { REFUSED, UNDERSTOOD } from "@/tests/support/number-spellings";
import { formatKeptNumber, getPhoneKey } from "./phone";
import { readNumber, toKeptNumber } from "./read-number";

it.each(UNDERSTOOD)("%j is understood as %s", (written, kept) => {
  expect(readNumber(written)).toMatchObject({ ok: true, digits: kept });
});

it.each(REFUSED)("%j is refused: %s", (written, refusal) => {
  expect(readNumber(written)).toMatchObject({ ok: false, refusal });
});

describe("a kept number", () => {
  const brazilian = fc
    .tuple(
      fc.constantFrom("11", "19", "21", "28", "34", "47", "55", "63", "79", "85", "99"),
      fc.stringMatching(/^(?:9\d{8}|[2-9]\d{7})$/),
    )
    .map(([ddd, subscriber]) => `55${ddd}${subscriber}`);
  const service = fc.stringMatching(/^55[38]00\d{6,7}$/);
  const foreign = fc
    .constantFrom(...getCountries().filter((country) => country !== "BR"))
    .map((country) => getExampleNumber(country, examples)?.number.slice(1) ?? "")
    .filter((digits) => digits.length >= 10);
  const kept = fc.oneof(brazilian, service, foreign);

  it("is read back as itself from what is shown of it, and keeps its key", () => {
    fc.assert(
      fc.property(kept, (digits) => {
        const key = digits.replace(/^(55\d\d)9([6-9]\d{7})$/, "$1$2");
        expect(getPhoneKey(digits)).toBe(key);
        expect(toKeptNumber(`+${digits}`)).toEqual({ whatsapp: digits, phone_key: key });
        expect(toKeptNumber(`00${digits}`)).toEqual({ whatsapp: digits, phone_key: key });
        expect(toKeptNumber(formatKeptNumber(digits))?.phone_key).toBe(key);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it("is never made of another one's spelling", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+() -x") }), (written) => {
        const read = readNumber(written);
        if (!read.ok) return;
        expect(readNumber(`+${read.digits}`)).toMatchObject({ ok: true, digits: read.digits });
        // Without a plus or 00 there is no other country.
        if (!/^[\s(]*(?:\+|0[() -]*0)/.test(written)) expect(read.digits).toMatch(/^55/);
      }),
      { seed: 1, numRuns: 20_000 },
    );
  });
});

describe("beside libphonenumber", () => {
  const CARRIERS = ["12", "14", "15", "21", "22", "23", "25", "31", "41", "43", "55", "65", "99"];
  const spelling = fc.record({
    country: fc.constantFrom("", "55 ", "+55 ", "0055 ", "55 55 "),
    trunk: fc.constantFrom("", "0", "(0) ", "0xx"),
    carrier: fc.constantFrom("", ...CARRIERS, "17", "77"),
    ddd: fc.stringMatching(/^[1-9]{2}$/),
    subscriber: fc.stringMatching(/^(?:9\d{8}|[2-9]\d{7}|8\d{8})$/),
    extension: fc.constantFrom("", " ext. 12", " x12", " ramal 12"),
  });
  type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never;

  /** Where we read a number that libphonenumber does not read, and why. */
  function nameDifference(given: Spelling): string | null {
    if (given.extension === " ramal 12") return "an extension in Portuguese";
    if (given.trunk === "0xx") return "the place of a carrier";
    if (given.country === "0055 ") return "two zeros, behind which it expects a carrier";
    if (given.country === "55 55 ") return "a country code that a form wrote twice";
    if (given.carrier !== "" && !CARRIERS.includes(given.carrier)) return "a carrier of later";
    // 55 800 000 000, of the area 55 or of the whole country.
    if (given.ddd === "55" && /^800/.test(given.subscriber)) return "0800 behind 55 alone";
    if (/^[6-9]\d{7}$/.test(given.subscriber)) return "a mobile without its ninth digit";
    return null;
  }

  it("Brazilian numbers are the same, but for these", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(spelling, (given) => {
        const { country, trunk, ddd, subscriber, extension } = given;
        // A carrier comes after the trunk 0.
        const carrier = trunk === "" ? "" : given.carrier && `${given.carrier} `;
        const written = `${country}${trunk}${carrier}${ddd} ${subscriber}${extension}`;
        const read = readNumber(written);
        const ours = read.ok ? read.digits : null;
        const parsed = parsePhoneNumber(written, "BR");
        const theirs = parsed?.isValid() ? parsed.number.slice(1) : null;
        const difference = nameDifference({ ...given, carrier: carrier.trim() });
        if (ours !== theirs && difference) seen.add(difference);
        else expect(ours, written).toBe(theirs);
      }),
      { seed: 1, numRuns: 20_000 },
    );
    expect([...seen].sort()).toEqual([
      "0800 behind 55 alone",
      "a carrier of later",
      "a country code that a form wrote twice",
      "a mobile without its ninth digit",
      "an extension in Portuguese",
      "the place of a carrier",
      "two zeros, behind which it expects a carrier",
    ]);
  });

  it.each([
    ["4004-0151", "5540040151", "is too short for the specification"],
    ["90 11 98765-0151", "5511987650151", "is dialled for a collect call, and is nobody's number"],
  ])("%s, which it reads as %s, %s", (written, theirs) => {
    expect(parsePhoneNumber(written, "BR")?.number).toBe(`+${theirs}`);
    expect(readNumber(written).ok).toBe(false);
  });

  it("every country's mobile is understood with its plus", () => {
    for (const country of getCountries()) {
      const digits = getExampleNumber(country, examples)?.number.slice(1) ?? "";
      if (digits.length < 10) continue;
      expect(readNumber(`+${digits}`), country).toMatchObject({ ok: true, digits });
    }
  });
});
