import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskPhone, maskTelephone } from "./phone-mask";

/** What is shown while a text is typed, one character after the other. */
function type(text: string, start = ""): string {
  return [...text].reduce((shown, character) => maskTelephone(shown + character, shown), start);
}

test.each([
  ["(11) 98765-0151 ramal 12", "+55 (11) 98765-0151"],
  ["https://wa.me/5511987650151?text=Oi%202026", "+55 (11) 98765-0151"],
  ["+55 (0) 11 98765-0151", "+55 (11) 98765-0151"],
  ["0 15 11 98765-0151", "+55 (11) 98765-0151"],
  ["１１９８７６５０１５１", "(11) 98765-0151"],
  ["11987650151", "(11) 98765-0151"],
  ["+351 912 345 678", "+351912345678"],
])("%s is pasted as %s", (pasted, shown) => {
  expect(maskPhone(pasted)).toBe(shown);
});

describe("a telephone is formatted while it is typed", () => {
  test.each([
    ["1133334444", "(11) 3333-4444"],
    ["11987654321", "(11) 98765-4321"],
    ["+551133334444", "+55 (11) 3333-4444"],
    ["+351912345678", "+351912345678"],
    ["08001234567", "0800 123 4567"],
    ["40041234", "4004-1234"],
    ["telefone abc", ""],
    ["1133334444 ramal 12", "(11) 3333-4444 ramal 12"],
    ["1133334444r12", "(11) 3333-4444 ramal 12"],
    ["1133334444 Ana", "(11) 3333-4444"],
  ])("%s: %s", (typed, shown) => {
    expect(type(typed)).toBe(shown);
  });

  test("an extension can be deleted again", () => {
    expect(maskTelephone("(11) 3333-4444 ramal", "(11) 3333-4444 ramal ")).toBe("(11) 3333-4444");
  });

  test("what a file brought in another form is not joined", () => {
    const two = "(11) 3333-4444 / 3333-5555";
    expect(maskTelephone(`${two}6`, two)).toBe(`${two}6`);
    expect(maskTelephone(`${two}a`, two)).toBe(two);
  });

  test("what is shown stays as it is", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d+ r]{0,20}$/), (typed) => {
        const shown = type(typed);
        expect(maskTelephone(shown, "")).toBe(shown);
      }),
    );
  });
});
