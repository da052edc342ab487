import { expect, test } from "vitest";
import { explainFirstContact, type FirstContact } from "./first-contact";

const lead = { name: "Padaria Sol" };
const day = (instant: string) => instant.slice(0, 10);
const found = { at: "2026-11-20T12:00:00Z", source: "google_pages", url: null };

function explain(contact: Partial<FirstContact>): string {
  return explainFirstContact(lead, { first: null, found, ...contact }, day);
}

test("who asks why they were written to is told where, when, from which campaign and on what ground", () => {
  const first = {
    at: "2026-11-23T12:00:00Z",
    by: "campaign",
    campaign: { id: 3, name: "Padarias" },
    legal_basis: "legitimate_interest",
  } as const;
  expect(explain({ first, found: { ...found, url: "https://sol.example/contato" } })).toBe(
    "O contato de Padaria Sol foi encontrado em 2026-11-20, em uma busca na internet (https://sol.example/contato). Escrevemos pela primeira vez em 2026-11-23, na campanha Padarias. A base legal é interesse legítimo. Para não receber mais mensagens, responda SAIR.",
  );
  expect(explain({ first: { ...first, by: "person", campaign: null, legal_basis: null } })).toBe(
    "O contato de Padaria Sol foi encontrado em 2026-11-20, em uma busca na internet. Escrevemos pela primeira vez em 2026-11-23. Para não receber mais mensagens, responda SAIR.",
  );
});

test("nobody has written, or the lead did first; an unknown source is named as it is", () => {
  expect(explain({ found: { ...found, source: "feira" } })).toBe(
    "O contato de Padaria Sol foi encontrado em 2026-11-20, feira. Ainda não escrevemos.",
  );
  const first = { at: "2026-11-23T12:00:00Z", by: "lead", campaign: null, legal_basis: null };
  expect(explain({ first: first as FirstContact["first"] })).toMatch(
    /A primeira mensagem veio de vocês, em 2026-11-23\.$/,
  );
});
