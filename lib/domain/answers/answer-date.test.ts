import Holidays from "date-holidays";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEaster, toWorkingDay } from "@/lib/domain/tasks/calendar-sums";
import { readAnswerDate } from "./answer-date";

/** A Wednesday, 10:00 in São Paulo. */
const NOW = new Date("2026-11-25T13:00:00Z");
const read = (text: string, instant = NOW) => readAnswerDate(text, instant);

describe("the day that an answer names", () => {
  it.each([
    ["me chama semana que vem", "2026-11-30", null, "semana que vem"],
    ["Me procura na outra semana.", "2026-12-07", null, "na outra semana"],
    ["depois do dia 15 eu vejo isso", "2026-12-16", null, "depois do dia 15"],
    // The 11th is a Friday: after it comes Monday.
    ["depois do dia 11", "2026-12-14", null, "depois do dia 11"],
    ["só depois do carnaval", "2027-02-11", null, "depois do carnaval"],
    ["dps do carnaval a gente fala", "2027-02-11", null, "dps do carnaval"],
    ["depois da páscoa, agora é só chocolate", "2027-03-29", null, "depois da páscoa"],
    ["depois do Natal", "2026-12-28", null, "depois do Natal"],
    ["deixa passar o natal", "2026-12-28", null, "passar o natal"],
    ["depois das festas", "2027-01-04", null, "depois das festas"],
    ["passado o fim de ano a gente senta", "2027-01-04", null, "passado o fim de ano"],
    ["depois do ano novo", "2027-01-04", null, "depois do ano novo"],
    ["quem sabe depois das férias", "2027-02-01", null, "depois das férias"],
    ["depois do dia das mães", "2027-05-10", null, "depois do dia das mães"],
    ["depois da semana que vem", "2026-12-07", null, "depois da semana que vem"],
    ["depois de janeiro", "2027-02-01", null, "depois de janeiro"],
    ["só depois do quinto dia útil", "2026-12-08", null, "depois do quinto dia útil"],
    ["ano que vem a gente retoma", "2027-01-04", null, "ano que vem"],
    ["em janeiro", "2027-01-04", null, "em janeiro"],
    ["só em 2028", "2028-01-03", null, "em 2028"],
    ["dezembro é impossível, em janeiro a gente senta", "2027-01-04", null, "em janeiro"],
    ["lá pra março", "2027-03-01", null, "lá pra março"],
    ["fala comigo mes q vem", "2026-12-01", null, "mes q vem"],
    ["daqui uns 15 dias", "2026-12-10", null, "daqui uns 15 dias"],
    // Vague: three of them, and a day on which people work.
    ["daqui a uns dias", "2026-11-30", null, "daqui a uns dias"],
    ["daqui uns meses falamos", "2027-02-25", null, "daqui uns meses"],
    ["segunda", "2026-11-30", null, "segunda"],
    ["amanhã cedo", "2026-11-26", "09:00", "amanhã cedo"],
    ["liga amanhã cedo, umas 8h", "2026-11-26", "08:00", "amanhã cedo, umas 8h"],
    ["lá pelo dia 20", "2026-12-20", null, "lá pelo dia 20"],
    ["estou viajando, volto dia 20", "2026-12-20", null, "dia 20"],
    ["me procura no fim do mês!", "2026-11-30", null, "no fim do mês"],
    ["quinta às 15h", "2026-11-26", "15:00", "quinta às 15h"],
    ["agendei vc pra 16h de amanhã tá", "2026-11-26", "16:00", "16h de amanhã"],
    ["Já pus na agenda, dia 27, 10 da manhã", "2026-11-27", "10:00", "dia 27, 10 da manhã"],
    ["Semana que vem, terça ou quinta", "2026-12-01", null, "Semana que vem, terça"],
    ["quando virar o mês me fala", "2026-12-01", null, "virar o mês"],
    ["virou o ano me chama", "2027-01-04", null, "virou o ano"],
    ["passando a black friday eu respiro", "2026-11-30", null, "passando a black friday"],
    ["no próximo semestre a gente avalia", "2027-01-04", null, "no próximo semestre"],
    ["talvez no segundo semestre", "2027-07-01", null, "no segundo semestre"],
    ["licença maternidade até abril", "2027-04-01", null, "até abril"],
    ["umas 6 e meia eu leio", "2026-11-25", "18:30", "umas 6 e meia"],
    ["marca com ela: 3ª às 16h", "2026-12-01", "16:00", "3ª às 16h"],
    ["a partir de sexta", "2026-11-27", null, "a partir de sexta"],
    ["me chama na quarta-feira de cinzas", "2027-02-10", null, "na quarta-feira de cinzas"],
    ["depois da sexta-feira santa", "2027-03-29", null, "depois da sexta-feira santa"],
    ["na última semana de janeiro", "2027-01-25", null, "na última semana de janeiro"],
    [
      "só na segunda quinzena do mês que vem",
      "2026-12-16",
      null,
      "na segunda quinzena do mês que vem",
    ],
    ["me liga na primeira semana de março", "2027-03-01", null, "na primeira semana de março"],
    ["dia 10/10 nem lembro, dia 3/12 sim", "2026-12-03", null, "dia 3/12"],
    ["10/12 de manhã", "2026-12-10", "09:00", "10/12 de manhã"],
    // Later today, or tomorrow where the hour is over.
    ["depois do almoço", "2026-11-25", "14:00", "depois do almoço"],
    ["mais tarde", "2026-11-25", "14:00", "mais tarde"],
    ["à tarde", "2026-11-25", "14:00", "à tarde"],
    ["hoje à noite", "2026-11-25", "19:00", "hoje à noite"],
    ["depois das 3 fica melhor", "2026-11-25", "15:00", "depois das 3"],
    ["daqui uma hora eu consigo", "2026-11-25", "11:00", "daqui uma hora"],
    ["me liga às 9h", "2026-11-26", "09:00", "às 9h"],
    // Of several the first that is later and is meant.
    ["hoje tô enrolada, amanhã quem sabe", "2026-11-26", null, "amanhã"],
    ["hoje não, amanhã também não, sexta", "2026-11-27", null, "sexta"],
    ["segunda às 15h não posso, terça 10h sim", "2026-12-01", "10:00", "terça 10h"],
    ["Final de semana não atendo, segunda falamos", "2026-11-30", null, "segunda"],
    ["nunca tenho tempo de manhã, tenta depois das 17h", "2026-11-25", "17:00", "depois das 17h"],
    ["oi\nagora não\nme chama dia 5", "2026-12-05", null, "dia 5"],
    // Of several dates, the one for which a talk is requested.
    ["o contrato vence em maio, me procura em abril", "2027-04-01", null, "em abril"],
    ["viajo amanhã, volto dia 20", "2026-12-20", null, "dia 20"],
    // Of messages in a row the last is meant, and the first day within it.
    ["me chama amanhã\nnão dá, me chama em 5 dias", "2026-11-30", null, "em 5 dias"],
    ["amanhã pode ser\nou melhor, dia 15 ou 16", "2026-12-15", null, "dia 15"],
    ["me liga terça\nàs 15h", "2026-12-01", "15:00", "terça\nàs 15h"],
    ["viajo segunda, falamos quinta", "2026-11-26", null, "quinta"],
    ["Ele chega na terça. Em janeiro a gente conversa", "2027-01-04", null, "Em janeiro"],
    ["a obra acaba dia 20 me liga dia 22 às 10h", "2026-12-22", "10:00", "dia 22 às 10h"],
    ["não me liga amanhã, me chama sexta", "2026-11-27", null, "sexta"],
    ["em janeiro me procura, em fevereiro já é tarde", "2027-01-04", null, "em janeiro"],
  ])("%s", (text, day, time, words) => {
    expect(read(text)).toEqual({ day, time, words });
  });

  it.each([
    "",
    "oi",
    "não quero",
    "hoje",
    "hoje 9h",
    "some daqui",
    "24/11/2026",
    "outro dia",
    "Bom dia! 10 caixas",
    "Bom dia, 10 caixas por favor",
    "Bom final de semana!",
    "Atendemos de segunda a sexta, das 8h às 18h.",
    "Recebo toda terça das 9 às 11",

    "nota 10/10 pra vocês",
    "Atendemos 24/7",
    "falta 3/4 de xícara",
    "ontem, dia 24/11, já paguei",

    "foi dia 20 de novembro",
    "Para segunda via do boleto digite 2",
    "Feliz natal, obrigada",
    "nem hoje nem amanhã",
  ])("%s names none", (text) => {
    expect(read(text)).toBeNull();
  });

  it("goes by the calendar of the moment", () => {
    const july = new Date("2027-07-05T13:00:00Z");
    expect(read("depois das férias", july)?.day).toBe("2027-08-02");
    expect(read("depois do carnaval", july)?.day).toBe("2028-03-02");
    // On the Friday before: Monday and Tuesday are free too.
    expect(read("depois do feriado", new Date("2026-11-01T13:00:00Z"))?.day).toBe("2026-11-03");
    expect(read("depois do feriado", july)).toBeNull();
    expect(read("mais tarde", new Date("2026-11-25T23:30:00Z"))).toMatchObject({
      day: "2026-11-26",
      time: "09:00",
    });
  });

  it("reads no more than the beginning", () => {
    expect(read(`${"a ".repeat(990)}amanhã`)?.day).toBe("2026-11-26");
    expect(read(`${"a ".repeat(1_000)}amanhã`)).toBeNull();
  });

  it("takes any text, and answers what is still to come, in its own words", () => {
    const word = fc.constantFrom(
      "depois",
      "do",
      "da",
      "das",
      "dia",
      "15",
      "31",
      "carnaval",
      "semana",
      "que",
      "vem",
      "na",
      "hoje",
      "amanhã",
      "às",
      "9h",
      "23:59",
      "meia-noite",
      "não",
      "não,",
      "fim",
      "mês",
      "ano",
      "segunda",
      "2ª",
      "feira",
      "janeiro",
      "em",
      "daqui",
      "a",
      "uns",
      "500",
      "anos",
      "dias",
      "lá",
      "pelo",
      "cedo,",
      "e",
      "meia",
      "toda",
      "constructor",
      "__proto__",
      "💛",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 16 }), fc.string(), (some, more) => {
        const text = `${some.join(" ")} ${more}`;
        const found = read(text);
        if (!found) return;
        expect(new Date(found.day).toISOString().slice(0, 10)).toBe(found.day);
        expect(found.time ?? "00:00").toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        expect(found.day > "2026-11-25" || (found.time ?? "") > "10:00").toBe(true);
        expect(found.words).not.toBe("");
        expect(text).toContain(found.words);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });
});

it("knows Easter and the national holidays as the table of holidays does", () => {
  const table = new Holidays("BR", { languages: ["pt"] });
  for (let year = 2024; year < 2064; year += 1) {
    const holidays = table.getHolidays(year);
    const named = (name: string) => holidays.find((each) => each.name === name)?.date.slice(0, 10);
    expect(findEaster(year)).toBe(named("Páscoa"));
    for (const { date, type } of holidays) {
      const day = date.slice(0, 10);
      if (type === "public") expect(toWorkingDay(day)).not.toBe(day);
    }
  }
});
