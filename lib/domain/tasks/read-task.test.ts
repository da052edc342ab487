import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPast, readTask } from "./read-task";

/** A Tuesday, 10:30 in São Paulo. */
const NOW = new Date("2026-11-24T13:30:00Z");
const read = (text: string) => readTask(text, NOW);

describe("a typed task", () => {
  it.each([
    ["ligar amanhã 14h", "Ligar", "call", "2026-11-25", "14:00"],
    ["Ligar para a Ana amanha as 14:30", "Ligar para a Ana", "call", "2026-11-25", "14:30"],
    ["visita sexta 9:30", "Visita", "visit", "2026-11-27", "09:30"],
    ["mandar proposta dia 12", "Mandar proposta", "message", "2026-12-12", null],
    ["mandar proposta para amanhã", "Mandar proposta", "message", "2026-11-25", null],
    ["segunda", "", "other", "2026-11-30", null],
    ["em 3 dias", "", "other", "2026-11-27", null],
    ["hoje 18h", "", "other", "2026-11-24", "18:00"],
    ["12/03 às 10", "", "other", "2027-03-12", "10:00"],
    ["daqui a 2 semanas", "", "other", "2026-12-08", null],
    [
      "reunião com o José depois de amanhã às 2 e meia da tarde",
      "Reunião com o José",
      "visit",
      "2026-11-26",
      "14:30",
    ],
    ["cobrar em meia hora", "Cobrar", "other", "2026-11-24", "11:00"],
    ["cobrar em 2h", "Cobrar", "other", "2026-11-24", "12:30"],
    ["ligar daqui a 14 horas", "Ligar", "call", "2026-11-25", "00:30"],
    ["almoço meio-dia de quinta", "Almoço", "other", "2026-11-26", "12:00"],
    ["enviar contrato 24/11/2027", "Enviar contrato", "message", "2027-11-24", null],
    [
      "enviar contrato 5 de março de 2028, urgente",
      "Enviar contrato urgente",
      "message",
      "2028-03-05",
      null,
    ],
    ["assinar dia 3 de dezembro às 9h", "Assinar", "other", "2026-12-03", "09:00"],
    ["ligar em um mês", "Ligar", "call", "2026-12-24", null],
  ])("%s", (text, what, kind, day, time) => {
    expect(read(text)).toEqual({ what, kind, day, time, isDated: true });
  });

  it.each([
    // The day itself is never meant by its name.
    ["terça", "2026-12-01"],
    ["terça-feira que vem", "2026-12-01"],
    ["na próxima quarta", "2026-11-25"],
    ["quarta da semana que vem", "2026-12-02"],
    ["domingo da próxima semana", "2026-12-06"],
    ["semana que vem", "2026-11-30"],
    ["sex", "2026-11-27"],
    ["no dom", "2026-11-29"],
    ["dia 24", "2026-11-24"],
    ["dia 23", "2026-12-23"],
    // November has no such day.
    ["dia 31", "2026-12-31"],
    ["24/11", "2026-11-24"],
    ["23/11", "2027-11-23"],
    ["29/02", "2028-02-29"],
    ["12/03/26", "2026-03-12"],
  ])("%s falls on %s", (text, day) => {
    expect(read(text).day).toBe(day);
  });

  it("without a day is due today, or tomorrow at an hour that is over", () => {
    expect(read("ligar")).toMatchObject({ day: "2026-11-24", time: null, isDated: false });
    expect(read("ligar 11h")).toMatchObject({ day: "2026-11-24", time: "11:00" });
    expect(read("ligar 9h")).toMatchObject({ day: "2026-11-25", time: "09:00" });
    expect(read("ligar 10:30")).toMatchObject({ day: "2026-11-25" });
  });

  it.each([
    "Ver as 10 propostas",
    "Comprar 12 caixas",
    "Rua 31 de Abril",
    "Enviar 30/02",
    "Falar em nome do diretor",
    "Preço 25h",
    "Ter uma proposta pronta",
    "Enviar 24/11/9999",
    "Voltar em 1000 meses",
    "Às 10:75",
  ])("%s says nothing of when", (text) => {
    expect(read(text)).toMatchObject({ what: text, isDated: false, day: "2026-11-24" });
  });

  it("keeps a second date or hour as words", () => {
    expect(read("remarcar de sexta para segunda")).toMatchObject({
      what: "Remarcar para segunda",
      day: "2026-11-27",
    });
    expect(read("loja abre 8h, ligar hoje 11h")).toMatchObject({ time: "08:00" });
  });

  it("takes any text, and never says less than a day that exists", () => {
    const words = fc.constantFrom(
      ...[
        "em",
        "dia",
        "12",
        "31",
        "às",
        "as",
        "9h",
        "de",
        "março",
        "que",
        "vem",
        "semana",
        "daqui",
      ],
      ...[
        "a",
        "sexta",
        "constructor",
        "dias",
        "hoje",
        "amanhã",
        "0",
        "99/99",
        "29/02",
        "10:99",
        "ligar",
        "ção",
        "💛",
        "meia",
      ],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.string(), (some, more) => {
        const task = read(`${some.join(" ")} ${more}`);
        expect(new Date(task.day).toISOString().slice(0, 10)).toBe(task.day);
        expect(task.time ?? "00:00").toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});

it("tells what is over already", () => {
  expect(isPast({ day: "2026-11-23", time: null }, NOW)).toBe(true);
  expect(isPast({ day: "2026-11-24", time: "10:30" }, NOW)).toBe(true);
  expect(isPast({ day: "2026-11-24", time: "10:31" }, NOW)).toBe(false);
  expect(isPast({ day: "2026-11-24", time: null }, NOW)).toBe(false);
});
