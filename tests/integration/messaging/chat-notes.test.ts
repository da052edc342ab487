import { describe, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatNotes } from "@/lib/contracts/messaging/chat-notes";
import { LISTED_NOTES } from "@/lib/domain/messages/conversation-note";
import { until } from "@/sandbox/testing";
import { joinConversations } from "@/server/messaging/messages/identities.repository";
import type { PersonId } from "@/server/platform/actor";
import { execute, firstRow, raw, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { findOtherData } from "@/server/privacy/requests/person-data.repository";
import { buildConversation, openChat } from "@/tests/factories/owned-rows";
import { buildTeam, give, NARROWED, WHOSE } from "@/tests/factories/sellers";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const NO_CHAT = { status: 404, body: { error: "Conversa não encontrada." } };

const write = (by: TestUser, number: string, text: string, mentions: number[] = []) =>
  callApi(api, chatNotes.create, { params: { number }, body: { text, mentions } }, by.headers);
const list = async (by: TestUser, number: string) =>
  (await callApi(api, chatNotes.list, { params: { number } }, by.headers)).body;
const remove = (by: TestUser, id: number) =>
  callApi(api, chatNotes.remove, { params: { id } }, by.headers);
const read = (by: TestUser, contactNumber: string) =>
  callApi(api, chatNotes.readMentions, { body: { contactNumber } }, by.headers);
const countMentions = async (by: TestUser) =>
  (await callApi(api, chat.unread, {}, by.headers)).body.data.mentions;
const listMentions = async (by: TestUser) =>
  (await callApi(api, chat.list, { query: { filter: "mentions" } }, by.headers)).body.data.chats;
const texts = async (by: TestUser, number: string) =>
  (await list(by, number)).notes.map(({ text }) => text);

async function idOf(chatId: string): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM conversations WHERE chat_id = ${chatId}`,
  );
  return row?.id ?? 0;
}

async function buildTalk(visibility: "all" | "own" | "own_and_unassigned" = "all") {
  const team = await buildTeam(visibility);
  const number = await buildConversation(team.owner);
  const colleague = {
    ...team.owner,
    personId: team.colleague,
    ...(await signIn(team.colleague)),
  } as TestUser;
  await execute(sql`UPDATE users SET name = 'Ana' WHERE id = ${team.seller.personId}`);
  await execute(sql`UPDATE users SET name = 'Bia' WHERE id = ${team.colleague}`);
  return { ...team, colleague, number, id: await idOf(number) };
}

describe("a note", () => {
  test("is read by the account, the newest first, and by nobody else; it changes nothing of the conversation", async () => {
    const { owner, seller, colleague, number, id } = await buildTalk();
    const conversation = () => rows(sql`SELECT * FROM conversations WHERE id = ${id}`);
    const before = await conversation();
    const unread = (await callApi(api, chat.unread, {}, owner.headers)).body;
    const first = await write(seller, number, "  Prefere o plano anual  ");
    expect(first).toMatchObject({
      status: 201,
      body: {
        note: {
          ...{ text: "Prefere o plano anual", person_id: seller.personId },
          ...{ author: "Ana", mentions: [] },
        },
      },
    });
    await write(colleague, number, "Ligou ontem");
    expect(await texts(owner, number)).toEqual(["Ligou ontem", "Prefere o plano anual"]);
    expect(await conversation()).toEqual(before);
    expect((await callApi(api, chat.unread, {}, owner.headers)).body).toEqual(unread);
    const messages = await callApi(
      api,
      chat.messages,
      { params: { number }, query: {} },
      owner.headers,
    );
    expect(messages.body.data.messages).toHaveLength(1);
    const found = await request(
      api,
      "GET",
      "/api/whatsapp/search?query=Ligou",
      undefined,
      owner.headers,
    );
    expect(found).toMatchObject({ status: 200, body: { data: { messages: [] } } });
    for (const table of ["sends", "webhook_deliveries", "events"]) {
      expect(
        await rows(sql`SELECT 1 FROM ${raw(table)} WHERE owner_id = ${owner.id}`),
        table,
      ).toEqual([]);
    }
    const stranger = await buildUser();
    expect(await list(stranger, number)).toEqual({ notes: [], mentioned: false });
    expect(await write(stranger, number, "Oi")).toMatchObject(NO_CHAT);
    expect(await remove(stranger, first.body.note.id)).toMatchObject({ status: 404 });
    expect(await texts(owner, number)).toHaveLength(2);
  });

  test.each(NARROWED)(
    "in '%s' is seen and written where the conversation is",
    async (visibility, seen) => {
      const { owner, seller, people, number, id } = await buildTalk(visibility);
      const noted = await write(owner, number, "Do dono");
      for (const whose of WHOSE) {
        await give("conversations", id, people[whose]);
        const isSeen = seen.includes(whose);
        expect(await texts(seller, number), whose).toEqual(isSeen ? ["Do dono"] : []);
        const mine = await write(seller, number, "Do vendedor");
        if (isSeen) {
          expect(mine.status, whose).toBe(201);
          expect(await remove(seller, noted.body.note.id)).toMatchObject({ status: 403 });
          expect((await remove(seller, mine.body.note.id)).status).toBe(200);
        } else {
          expect(mine, whose).toMatchObject(NO_CHAT);
          expect(await remove(seller, noted.body.note.id)).toMatchObject({
            status: 404,
            body: { error: "Nota não encontrada." },
          });
        }
      }
      expect(await texts(owner, number)).toEqual(["Do dono"]);
    },
  );

  test("is written once, however often a click or a lost answer repeats it", async () => {
    const { seller, number } = await buildTalk();
    const headers = { ...seller.headers, "idempotency-key": `note ${number}`.replace(" ", "-") };
    const ask = () =>
      request(api, "POST", `/api/whatsapp/notes/${number}`, { text: "Uma vez" }, headers);
    const both = await Promise.all([ask(), ask()]);
    expect(both.some(({ status }) => status === 201)).toBe(true);
    expect((await ask()).status).toBe(201);
    expect(await texts(seller, number)).toEqual(["Uma vez"]);
  });

  test("is deleted by its author or whoever manages the account", async () => {
    const { owner, seller, colleague, number } = await buildTalk();
    const note = async () => (await write(seller, number, "Nota")).body.note.id;
    const [first, second] = [await note(), await note()];
    expect(await remove(colleague, first)).toMatchObject({ status: 403 });
    expect((await remove(seller, first)).status).toBe(200);
    expect(await remove(seller, first)).toMatchObject({ status: 404 });
    await execute(sql`UPDATE users SET role = 'manager' WHERE id = ${colleague.personId}`);
    expect((await remove(colleague, second)).status).toBe(200);
    expect(await texts(owner, number)).toEqual([]);
  });

  test("keeps to its bounds: 2,000 characters, 20 people, the newest 200 listed", async () => {
    const { owner, seller, number, id } = await buildTalk();
    expect(await write(seller, number, "   ")).toMatchObject({
      status: 400,
      body: { fields: { text: expect.any(String) } },
    });
    expect((await write(seller, number, "a".repeat(2_001))).status).toBe(400);
    expect((await write(seller, number, "😀".repeat(1_000))).status).toBe(201);
    const crowd = Array.from({ length: 21 }, (_, index) => index + 1);
    expect(await write(seller, number, "Todos", crowd)).toMatchObject({
      status: 400,
      body: { fields: { mentions: "Uma nota menciona até 20 pessoas." } },
    });
    await execute(
      sql`INSERT INTO conversation_notes (owner_id, conversation_id, person_id, text)
          SELECT ${owner.id}, ${id}, ${seller.personId}, n::text FROM generate_series(1, 250) AS n`,
    );
    const listed = await texts(owner, number);
    expect(listed).toHaveLength(LISTED_NOTES);
    expect(listed[0]).toBe("250");
  });

  test("outlives whoever wrote it, and goes with its conversation", async () => {
    const { owner, colleague, number, id } = await buildTalk();
    await write(colleague, number, "Da Bia", [owner.personId]);
    await execute(sql`DELETE FROM users WHERE id = ${colleague.personId}`);
    expect((await list(owner, number)).notes).toMatchObject([{ text: "Da Bia", author: null }]);
    await execute(sql`DELETE FROM conversations WHERE id = ${id}`);
    expect(
      await rows(
        sql`SELECT n.id FROM conversation_notes n LEFT JOIN note_mentions m ON m.note_id = n.id WHERE n.owner_id = ${owner.id}`,
      ),
    ).toEqual([]);
  });

  test("follows its conversation into the one that it becomes part of, with its mentions", async () => {
    const { owner, seller, number, id } = await buildTalk();
    const opaque = `${owner.id}77@lid`;
    await openChat(owner, opaque);
    await execute(
      sql`UPDATE conversations SET last_message_at = now() WHERE owner_id = ${owner.id} AND phone_key = ${opaque}`,
    );
    await write(owner, number, "No número");
    await write(owner, opaque, "No código", [seller.personId]);
    const kept = await firstRow<{ phone_key: string }>(
      sql`SELECT phone_key FROM conversations WHERE id = ${id}`,
    );
    await transaction(() => joinConversations(owner.id, opaque, kept?.phone_key ?? ""));
    expect(
      await rows(
        sql`SELECT text, conversation_id FROM conversation_notes WHERE owner_id = ${owner.id} ORDER BY id`,
      ),
    ).toEqual([
      { text: "No número", conversation_id: id },
      { text: "No código", conversation_id: id },
    ]);
    expect(await countMentions(seller)).toBe(1);
  });

  test("that comes while its conversation becomes part of another is refused, or follows", async () => {
    const { owner, number, id } = await buildTalk();
    const opaque = `${owner.id}78@lid`;
    await openChat(owner, opaque);
    const key = await firstRow<{ phone_key: string }>(
      sql`SELECT phone_key FROM conversations WHERE id = ${id}`,
    );
    const [, ...answers] = await Promise.all([
      transaction(() => joinConversations(owner.id, opaque, key?.phone_key ?? "")),
      ...Array.from({ length: 10 }, (_, index) => write(owner, opaque, `Nota ${index}`)),
    ]);
    for (const { status } of answers) expect([201, 404]).toContain(status);
    const written = answers.filter(({ status }) => status === 201).length;
    // The opaque chat leads to what it became part of, whose chat id it took.
    expect(await texts(owner, `+${key?.phone_key}`)).toHaveLength(written);
    expect(number).not.toBe(opaque);
  });

  test("is in the copy that its contact may ask for, like the notes of a lead", async () => {
    const { owner, seller, number, id } = await buildTalk();
    await write(seller, number, "Prefere a tarde");
    const key = await firstRow<{ phone_key: string }>(
      sql`SELECT phone_key FROM conversations WHERE id = ${id}`,
    );
    const copy = await findOtherData(owner.id, {
      phones: [key?.phone_key ?? ""],
      emails: [],
      cnpjs: [],
    });
    expect(copy["conversation_notes"]).toEqual([
      { text: "Prefere a tarde", created_at: expect.any(String) },
    ]);
  });
});

describe("a mention", () => {
  test("waits for the person alone until they open the conversation, also in the archive", async () => {
    const { owner, seller, colleague, number, id } = await buildTalk();
    await write(owner, number, "@Ana veja", [seller.personId, seller.personId]);
    await execute(sql`UPDATE conversations SET archived_at = now() WHERE id = ${id}`);
    expect(await countMentions(seller)).toBe(1);
    expect(await listMentions(seller)).toMatchObject([{ contactNumber: number }]);
    expect(await list(seller, number)).toMatchObject({
      mentioned: true,
      notes: [{ mentions: [seller.personId] }],
    });
    expect(await countMentions(colleague)).toBe(0);
    expect(await list(colleague, number)).toMatchObject({ mentioned: false });
    expect((await read(colleague, number)).status).toBe(200);
    expect(await countMentions(seller)).toBe(1);
    expect((await read(seller, number)).status).toBe(200);
    expect(await countMentions(seller)).toBe(0);
    expect(await listMentions(seller)).toEqual([]);
    expect(await list(seller, number)).toMatchObject({ mentioned: false });
    const readAt = () => rows(sql`SELECT read_at FROM note_mentions WHERE owner_id = ${owner.id}`);
    const before = await readAt();
    await read(seller, number);
    expect(await readAt()).toEqual(before);
  });

  test("of oneself tells nobody", async () => {
    const { seller, number } = await buildTalk();
    expect((await write(seller, number, "@Ana", [seller.personId])).body.note.mentions).toEqual([]);
    expect(await countMentions(seller)).toBe(0);
  });

  test.each(["own", "own_and_unassigned"] as const)(
    "in '%s' of somebody who does not see the conversation is refused, and names them",
    async (visibility) => {
      const { owner, seller, colleague, number, id } = await buildTalk(visibility);
      await give("conversations", id, seller.personId);
      const refusal = "Bia não vê esta conversa. Passe a conversa antes de mencionar.";
      expect(
        await write(seller, number, "@Bia", [colleague.personId, owner.personId]),
      ).toMatchObject({ status: 400, body: { fields: { mentions: refusal } } });
      expect(await texts(owner, number)).toEqual([]);
      expect((await write(seller, number, "@dono", [owner.personId])).status).toBe(201);
      await give("conversations", id, null);
      const isOpen = visibility === "own_and_unassigned";
      expect((await write(owner, number, "@Bia", [colleague.personId])).status).toBe(
        isOpen ? 201 : 400,
      );
    },
  );

  test("is no longer counted or listed once the conversation is out of sight", async () => {
    const { owner, seller, people, number, id } = await buildTalk("own");
    await give("conversations", id, seller.personId);
    await write(owner, number, "@Ana", [seller.personId]);
    expect(await countMentions(seller)).toBe(1);
    await give("conversations", id, people["a colleague's"]);
    expect(await countMentions(seller)).toBe(0);
    expect(await listMentions(seller)).toEqual([]);
    await read(seller, number);
    await give("conversations", id, seller.personId);
    expect(await countMentions(seller)).toBe(1);
  });

  test("of who is suspended, or of another account, is refused", async () => {
    const { owner, seller, colleague, number } = await buildTalk();
    await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${colleague.personId}`);
    const stranger = await buildUser();
    const foreign = await buildMember(stranger.id, undefined, "seller");
    for (const id of [colleague.personId, stranger.personId, foreign, 2_147_483_647 as PersonId]) {
      expect(await write(seller, number, "Oi", [id])).toMatchObject({
        status: 400,
        body: {
          fields: { mentions: "Esta pessoa não está na equipe, ou está sem acesso." },
        },
      });
    }
    expect(await texts(owner, number)).toEqual([]);
  });

  test("is told to the person alone; all who see the conversation hear of the note", async () => {
    const { owner, seller, colleague, number } = await buildTalk();
    const streams = await Promise.all(
      [owner, seller, colleague].map(async (user) => {
        const stream = await openStream(api, user);
        await until(() => stream.text.includes("retry:"), "the stream to open");
        return stream;
      }),
    );
    const noted = await write(owner, number, "@Ana veja", [seller.personId]);
    await write(owner, number, "Fim");
    const changes = (text: string) => text.split("event: message.changed").length - 1;
    await until(() => streams.every(({ text }) => changes(text) >= 2), "both notes everywhere");
    const told = streams.map(({ text }) => text.includes("chat.mentioned"));
    expect(told).toEqual([false, true, false]);
    expect(streams[1]?.text).toContain(`"note":${noted.body.note.id}`);
    for (const stream of streams) stream.close();
  });
});
