import { expect, test } from "vitest";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { cannedAnswers } from "@/lib/contracts/messaging/canned-answers";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const create = (user: TestUser, shortcut: string, text = "Texto") =>
  callApi(api, cannedAnswers.create, { body: { shortcut, text } }, user.headers);
const list = async (user: TestUser) =>
  (await callApi(api, cannedAnswers.list, {}, user.headers)).body.canned_answers;

test("a canned answer is kept under a plain shortcut, changed and deleted", async () => {
  const user = await buildUser();
  const { body } = await create(user, " /Preço ", "Custa R$ 10\npor mês");
  expect(body.canned_answer).toMatchObject({ shortcut: "preco", text: "Custa R$ 10\npor mês" });
  const { id } = body.canned_answer;
  const changed = { shortcut: "valor", text: "R$ 12" };
  await callApi(api, cannedAnswers.update, { params: { id }, body: changed }, user.headers);
  expect(await list(user)).toEqual([{ id, ...changed }]);
  await callApi(api, cannedAnswers.remove, { params: { id } }, user.headers);
  expect(await list(user)).toEqual([]);
});

test("a shortcut is one answer's, for each owner", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(user, "preco")));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    fields: { shortcut: "Já existe uma resposta com este atalho." },
  });
  const { body } = await create(user, "valor");
  const taken = { params: { id: body.canned_answer.id }, body: { shortcut: "Preço", text: "x" } };
  expect((await callApi(api, cannedAnswers.update, taken, user.headers)).status).toBe(409);
  expect((await create(other, "preco")).status).toBe(201);
});

test.each([
  ["", "x", "shortcut"],
  ["a b.c", "x", "shortcut"],
  ["a".repeat(31), "x", "shortcut"],
  ["ok", " ", "text"],
  ["ok", "x".repeat(8001), "text"],
  ["ok", "Oi {{nome}}, da {{firma}}", "text"],
  ["ok", "Oi {{nome", "text"],
])("shortcut '%s' with that text is refused on its field", async (shortcut, text, field) => {
  const answer = await create(await buildUser(), shortcut, text);
  expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
});

test("its text may name own fields of the account's, and no other account's", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const field = { name: "Cargo", kind: "text" as const };
  await callApi(api, ownFields.create, { body: field }, user.headers);
  const text = "Oi, {{cargo|responsável}}";
  const made = await create(user, "oi", text);
  expect(made.body.canned_answer.text).toBe(text);
  const { id } = made.body.canned_answer;
  const changed = { params: { id }, body: { shortcut: "oi", text: "{{cargos}}" } };
  for (const refused of [
    await create(other, "oi", text),
    await callApi(api, cannedAnswers.update, changed, user.headers),
  ]) {
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { text: expect.stringMatching(/^Variável desconhecida: \{\{cargos?\}\}$/) } },
    });
  }
  expect(await list(user)).toMatchObject([{ text }]);
});

test("there is an end to them", async () => {
  const user = await buildUser();
  await execute(
    sql`INSERT INTO canned_answers (owner_id, shortcut, text) SELECT ${user.id}, 'r' || n, 'x' FROM generate_series(1, 200) AS n`,
  );
  expect(await create(user, "mais-uma")).toMatchObject({
    status: 409,
    body: { error: "Você pode ter até 200 respostas prontas." },
  });
});
