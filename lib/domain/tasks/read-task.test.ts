import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPast } from "./now";
import { readTask } from "./read-task";

/** A Tuesday, 10:30 in São Paulo. */
const NOW = new Date("2026-11-24T13:30:00Z");
const read = (text: string) => readTask(text, NOW);

/** The day after it, 10:00. */
const WEDNESDAY = new Date("2026-11-25T13:00:00Z");

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

  it.each([
    // Hours in words, with their minutes and parts of the day.
    ["ligar meio-dia e meia", "Ligar", "2026-11-24", "12:30"],
    ["ligar às 8 e 15", "Ligar", "2026-11-25", "08:15"],
    ["ligar às oito e quarenta e cinco", "Ligar", "2026-11-25", "08:45"],
    ["ligar às 20 e quinze", "Ligar", "2026-11-24", "20:15"],
    ["ligar amanhã às dez da manhã", "Ligar", "2026-11-25", "10:00"],
    ["ligar sete da noite", "Ligar", "2026-11-24", "19:00"],
    ["ligar quinze para as três", "Ligar", "2026-11-24", "14:45"],
    ["ligar às 3", "Ligar", "2026-11-24", "15:00"],
    ["ligar 3h", "Ligar", "2026-11-25", "03:00"],
    ["reunião amanhã das 9 às 11", "Reunião", "2026-11-25", "09:00"],
    ["ligar depois das 18h", "Ligar", "2026-11-24", "18:00"],
    // Midnight belongs to the night of the day that is named.
    ["ligar às 12h da noite", "Ligar", "2026-11-25", "00:00"],
    ["ligar às 12 da noite", "Ligar", "2026-11-25", "00:00"],
    ["ligar à meia-noite", "Ligar", "2026-11-25", "00:00"],
    ["ligar sexta à meia-noite", "Ligar", "2026-11-28", "00:00"],
    ["ligar hoje à tarde", "Ligar", "2026-11-24", "14:00"],
    ["ligar amanhã de manhã", "Ligar", "2026-11-25", "09:00"],
    ["ligar sexta à noite", "Ligar", "2026-11-27", "19:00"],
    ["ligar amanhã de tarde, às 4", "Ligar", "2026-11-25", "16:00"],
    ["ligar amanhã de manhã, às 6", "Ligar", "2026-11-25", "06:00"],
    ["ligar mais tarde", "Ligar", "2026-11-24", "14:00"],
    // Distances.
    ["cobrar daqui a 1 hora e meia", "Cobrar", "2026-11-24", "12:00"],
    ["cobrar em 1h30", "Cobrar", "2026-11-24", "12:00"],
    ["cobrar daqui a duas horas e quinze", "Cobrar", "2026-11-24", "12:45"],
    ["cobrar daqui a vinte e um dias", "Cobrar", "2026-12-15", null],
    ["cobrar em um mês e meio", "Cobrar", "2027-01-08", null],
    ["cobrar daqui a 4 dias úteis", "Cobrar", "2026-11-30", null],
    // Ordinals.
    ["pagar 1º de dezembro", "Pagar", "2026-12-01", null],
    ["pagar dia 1º", "Pagar", "2026-12-01", null],
    ["pagar dia 1o", "Pagar", "2026-12-01", null],
    ["pagar dia primeiro", "Pagar", "2026-12-01", null],
    ["pagar primeiro de dezembro", "Pagar", "2026-12-01", null],
    ["pagar no quinto dia útil", "Pagar", "2026-12-07", null],
    ["visita 2a feira", "Visita", "2026-11-30", null],
    ["visita 2ª-feira", "Visita", "2026-11-30", null],
    ["visita na 3ª", "Visita", "2026-12-01", null],
    ["visita 4ª feira", "Visita", "2026-11-25", null],
    ["visita 5ª feira às 8", "Visita", "2026-11-26", "08:00"],
    ["visita 6ª feira", "Visita", "2026-11-27", null],
    // Dates and periods. Who names no day means one on which people work.
    ["ligar 10-12-2026", "Ligar", "2026-12-10", null],
    ["ligar 10.12.2026", "Ligar", "2026-12-10", null],
    ["ligar 2026-12-10", "Ligar", "2026-12-10", null],
    ["pagar dia vinte e cinco", "Pagar", "2026-11-25", null],
    ["pagar dia 10 do mês que vem", "Pagar", "2026-12-10", null],
    ["ligar no fim do mês", "Ligar", "2026-11-30", null],
    ["ligar no final de janeiro", "Ligar", "2027-01-29", null],
    ["ligar no começo do mês", "Ligar", "2026-12-01", null],
    ["ligar no início de maio", "Ligar", "2027-05-03", null],
    ["ligar mês que vem", "Ligar", "2026-12-01", null],
    ["ligar no próximo mês", "Ligar", "2026-12-01", null],
    ["ligar em janeiro", "Ligar", "2027-01-04", null],
    ["ligar em novembro", "Ligar", "2027-11-01", null],
    ["ligar ano que vem", "Ligar", "2027-01-04", null],
    ["ligar semana que vem, na terça", "Ligar", "2026-12-01", null],
    ["visita no fim de semana", "Visita", "2026-11-28", null],
    ["mandar proposta até o dia 5", "Mandar proposta", "2026-12-05", null],
    ["ligar depois do dia 11", "Ligar", "2026-12-14", null],
  ])("%s: %s, %s %s", (text, what, day, time) => {
    expect(read(text)).toMatchObject({ what, day, time, isDated: true });
  });

  it.each([
    ["ligar meio-dia e meia", "Ligar", "2026-11-25", "12:30"],
    ["cobrar daqui a 1 hora e meia", "Cobrar", "2026-11-25", "11:30"],
    ["pagar 1º de dezembro", "Pagar", "2026-12-01", null],
    ["pagar dia 1º", "Pagar", "2026-12-01", null],
    ["visita 2a feira", "Visita", "2026-11-30", null],
    ["ligar amanhã às dez da manhã", "Ligar", "2026-11-26", "10:00"],
    ["ligar 10-12-2026", "Ligar", "2026-12-10", null],
    ["ligar às 12h da noite", "Ligar", "2026-11-26", "00:00"],
    ["ligar no fim do mês", "Ligar", "2026-11-30", null],
    ["ligar mês que vem", "Ligar", "2026-12-01", null],
  ])("%s, on a Wednesday", (text, what, day, time) => {
    expect(readTask(text, WEDNESDAY)).toMatchObject({ what, day, time, isDated: true });
  });

  it.each([
    "pagar todo dia 5",
    "ligar toda segunda",
    "ligar todos os dias",
    "ligar às sextas",
    "ligar a cada 15 dias",
    "pagar dia 5 de cada mês",
    "ligar todas as quartas-feiras",
  ])("%s asks for more than one", (text) => {
    expect(read(text).repeats).toBe(true);
  });

  it.each([
    "revisar toda a carteira",
    "ligar para todos os clientes",
    "ligar dia 5",
    "avisar todo mundo",
    "mandar cada proposta",
    "enviar toda segunda via",
  ])("%s asks for one", (text) => {
    expect(read(text).repeats).toBeUndefined();
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
    "Enviar segunda via do boleto",
    "Ver as 8 e 15 propostas",
    "Levar 10 para as 3 lojas",
    "Passar a tarde toda na loja",
    "Tomar café da manhã",
    "Desejar bom fim de semana",
    "Atender de segunda a sexta",
    "Relatório de janeiro",
    "Ligar primeiro para o João",
    "Versão 10.12",
    "Voltar em 400 anos",
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
      "depois",
      "do",
      "fim",
      "mês",
      "carnaval",
      "noite",
      "e",
      "quinze",
      "às",
      "primeiro",
      "2ª",
      "útil",
      "anos",
      "500",
      "semana",
      "outra",
      "toda",
      "cedo",
      "da",
      "meia-noite",
      "uns",
      "ano",
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
