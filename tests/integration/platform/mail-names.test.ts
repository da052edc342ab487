import { expect, test } from "vitest";
import { toOutgoingMail } from "@/server/platform/mail/mail.mapper";

const write = (name: string) =>
  toOutgoingMail(
    { id: 1, user_id: 5, kind: "password_reset", name, email: "a@teste.example" } as never,
    { link: "https://garimpo.example/nova-senha", lines: "" },
    "garimpo.example",
  );

test.each(["Ana Prado", "J. Prado", "Ana d'Ávila (Bia)"])("a mail greets %s by name", (name) => {
  expect(write(name).text).toContain(`Olá, ${name}!\n`);
});

test.each([
  "Ganhe em golpe.example",
  "https://golpe.example/x",
  "www golpe",
  "golpe。example",
  "conta@golpe.example",
  "golpe/x",
])("a mail has no link that somebody registered as a name: %s", (name) => {
  const { text, html } = write(name);
  expect(text).toMatch(/^Olá!\n/);
  expect(text + html).not.toContain("golpe");
});
