import { describe, expect, test } from "vitest";
import { endpointUrl } from "@/lib/api/client";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { CANNED_FILE_PATH, cannedAnswers } from "@/lib/contracts/messaging/canned-answers";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
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
  // Another tab offers it under its new name.
  const stream = await openStream(api, user);
  await callApi(api, cannedAnswers.update, { params: { id }, body: changed }, user.headers);
  await expect.poll(() => stream.text).toContain("event: canned_answers.changed");
  stream.close();
  expect(await list(user)).toEqual([{ id, ...changed, file: null }]);
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

describe("its file", () => {
  const PHOTO = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

  async function attach(user: TestUser, id: number, content: Buffer, name = "tabela.exe") {
    const url = endpointUrl(cannedAnswers.setFile.path, { id }, { file_name: name });
    const response = await fetch(api.url + url, {
      method: "POST",
      headers: { "content-type": "application/octet-stream", ...user.headers },
      body: new Uint8Array(content),
    });
    return { status: response.status, body: await response.json() };
  }
  const download = (user: TestUser, id: number) =>
    fetch(api.url + endpointUrl(CANNED_FILE_PATH, { id }), { headers: user.headers });
  const findKey = async (id: number) =>
    (
      await firstRow<{ storage_key: string }>(
        sql`SELECT storage_key FROM canned_answers WHERE id = ${id}`,
      )
    )?.storage_key ?? "";
  const isDue = async (key: string) =>
    (await rows(sql`SELECT 1 FROM media_removals WHERE storage_key = ${key}`)).length === 1;

  test("is kept as its content says, replaced and taken off; what it leaves is removed from the store", async () => {
    const user = await buildUser();
    const { id } = (await create(user, "tabela")).body.canned_answer;
    const file = { file_name: "tabela.exe", mime: "image/png", bytes: PHOTO.length };
    expect(await attach(user, id, PHOTO)).toMatchObject({ body: { canned_answer: { file } } });
    expect(await list(user)).toMatchObject([{ id, text: "Texto", file }]);
    const photo = await download(user, id);
    expect(photo.headers.get("content-type")).toBe("image/png");
    expect(photo.headers.get("content-disposition")).toBe("inline; filename*=UTF-8''tabela.exe");
    expect(Buffer.from(await photo.arrayBuffer())).toEqual(PHOTO);
    const first = await findKey(id);
    expect(await isDue(first)).toBe(false);

    // Its words change without it.
    const body = { shortcut: "tabela", text: "Segue" };
    const changed = await callApi(
      api,
      cannedAnswers.update,
      { params: { id }, body },
      user.headers,
    );
    expect(changed.body.canned_answer).toMatchObject({ text: "Segue", file });

    await attach(user, id, Buffer.from("<script>alert(1)</script>"), "a.html");
    const page = await download(user, id);
    expect(page.headers.get("content-type")).toBe("application/octet-stream");
    expect(page.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''a.html");
    expect(await isDue(first)).toBe(true);

    const second = await findKey(id);
    await callApi(api, cannedAnswers.removeFile, { params: { id } }, user.headers);
    expect(await isDue(second)).toBe(true);
    expect((await download(user, id)).status).toBe(404);
    expect(await list(user)).toMatchObject([{ id, file: null }]);

    await attach(user, id, PHOTO);
    const third = await findKey(id);
    await callApi(api, cannedAnswers.remove, { params: { id } }, user.headers);
    expect(await isDue(third)).toBe(true);
  });

  test("is refused empty, for a stranger's answer, and without room; what was there stays", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const { id } = (await create(user, "tabela")).body.canned_answer;
    await attach(user, id, PHOTO);
    expect(await attach(user, id, Buffer.alloc(0))).toMatchObject({
      status: 400,
      body: { error: "O arquivo está vazio." },
    });
    expect((await attach(other, id, PHOTO)).status).toBe(404);
    expect((await download(other, id)).status).toBe(404);
    // As large as the column takes: more than any plan has.
    await execute(sql`UPDATE canned_answers SET bytes = 2147483647 WHERE id = ${id}`);
    expect(await attach(user, id, PHOTO)).toMatchObject({
      status: 409,
      body: { code: "quota_reached" },
    });
    expect(await list(user)).toMatchObject([{ file: { file_name: "tabela.exe" } }]);
  });
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
