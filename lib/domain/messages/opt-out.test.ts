import fc from "fast-check";
import { expect, it } from "vitest";
import { isOptOut } from "./opt-out";

it.each([
  ...["SAIR", "sair", " Sair. ", "*SAIR*", "sair!!!", "PARAR", "Parar"],
  ...["Cancelar", "STOP", "stop 🛑", "não quero", "NÃO QUERO!", "nao quero", "Não  quero."],
  ...["na\u0303o quero", "não\nquero", "“sair”"],
])("%j asks to be left alone", (answer) => {
  expect(isOptOut(answer)).toBe(true);
});

it.each([
  ...["não me mande mais boletos", "quero sair para almoçar", "não quero perder essa chance"],
  ...[
    "saindo",
    "cancelar a compra de ontem?",
    "non-stop",
    "stop motion",
    "não",
    "quero",
    "s a i r",
  ],
  ...["pararam", "", "   ", "👍", "?"],
])("%j does not", (answer) => {
  expect(isOptOut(answer)).toBe(false);
});

it("matches the word in any case, with any punctuation around it", () => {
  const word = fc.constantFrom("sair", "parar", "cancelar", "stop", "não quero");
  const marks = fc.stringMatching(/^[ .,;:!?*_~"'()\n\t-]{0,5}$/);
  fc.assert(
    fc.property(
      word,
      marks,
      marks,
      fc.infiniteStream(fc.boolean()),
      (plain, before, after, ups) => {
        const shouted = [...plain]
          .map((letter) => (ups.next().value ? letter.toUpperCase() : letter))
          .join("");
        expect(isOptOut(`${before}${shouted}${after}`)).toBe(true);
      },
    ),
    { seed: 1 },
  );
});

it("does not match inside a longer sentence", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,10}$/), (other) => {
      expect(isOptOut(`${other} sair`)).toBe(false);
      expect(isOptOut(`sair ${other}`)).toBe(false);
      expect(isOptOut(`${other}sair`)).toBe(false);
    }),
    { seed: 1 },
  );
});
