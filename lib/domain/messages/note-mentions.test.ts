import { describe, expect, test } from "vitest";
import {
  findMentionable,
  labelPeople,
  listMentioned,
  readMention,
  splitMentions,
} from "./note-mentions";

const PEOPLE = labelPeople([
  { id: 1, name: "Ana", email: "ana@exemplo.com" },
  { id: 2, name: "Ana Souza", email: "souza@exemplo.com" },
  { id: 3, name: "Bia Conceição", email: "bia@exemplo.com" },
  { id: 4, name: "Leo", email: "leo@um.com" },
  { id: 5, name: "Leo", email: "leo@dois.com" },
]);

describe("what is typed after an at sign", () => {
  test.each([
    ["Fala com @bi", "bi", 9],
    ["@", "", 0],
    ["(@Conceição", "conceicao", 1],
    ["@Bia Conc", "bia conc", 0],
  ])("of '%s' is '%s'", (text, typed, at) => {
    expect(readMention(text, PEOPLE)).toEqual({ typed, at });
  });

  test.each([
    "sem sinal",
    "manda para ana@exemplo",
    "vale @ 10",
    "@Bia Conceição ",
    "@Bia Conceição já",
    "@bi\n",
    `@${"x".repeat(80)}`,
  ])("is nothing in '%s'", (text) => expect(readMention(text, PEOPLE)).toBeNull());

  test("finds people by the beginning of any of their names, accents aside", () => {
    const names = (typed: string) => findMentionable(PEOPLE, typed).map(({ id }) => id);
    expect(names("ana")).toEqual([1, 2]);
    expect(names("conceicao")).toEqual([3]);
    expect(names("s")).toEqual([2]);
    expect(names("nceicao")).toEqual([]);
    expect(names("")).toHaveLength(5);
  });
});

describe("the mentions of a note", () => {
  test("are the longest names that fit, as whole words", () => {
    expect(splitMentions("Oi @Ana Souza, e @Ana!", PEOPLE)).toEqual([
      { text: "Oi ", personId: null },
      { text: "@Ana Souza", personId: 2 },
      { text: ", e ", personId: null },
      { text: "@Ana", personId: 1 },
      { text: "!", personId: null },
    ]);
    expect(listMentioned("@Anabela e x@Ana", PEOPLE)).toEqual([]);
    expect(listMentioned("@Ana, @Ana", PEOPLE)).toEqual([1]);
  });

  test("of two people with one name mean the one whose address stands there", () => {
    expect(listMentioned("@Leo (leo@dois.com) vê isso", PEOPLE)).toEqual([5]);
    expect(listMentioned("@Leo vê isso", PEOPLE)).toEqual([]);
  });

  test("leave the whole text as it is", () => {
    const text = "Sem nada @ninguém aqui";
    expect(splitMentions(text, PEOPLE)).toEqual([{ text, personId: null }]);
    expect(splitMentions("", PEOPLE)).toEqual([]);
  });
});
