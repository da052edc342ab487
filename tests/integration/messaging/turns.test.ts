import { beforeEach, describe, expect, test } from "vitest";
import { turns } from "@/lib/contracts/messaging/turns";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { dealConversations } from "@/server/messaging/turns/turns.service";
import type { PersonId } from "@/server/platform/actor";
import { createSession } from "@/server/platform/auth/sessions.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { give } from "@/tests/factories/sellers";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let owner: TestUser;
let ana: PersonId;
let bia: PersonId;
beforeEach(async () => {
  owner = await buildUser();
  ana = await buildTaker();
  bia = await buildTaker();
});

/** Somebody who takes part and has a screen open. */
async function buildTaker(mostWaiting = 5): Promise<PersonId> {
  const personId = await buildMember(owner.id, undefined, "seller");
  await openScreen(personId);
  await set(personId, mostWaiting);
  return personId;
}

const openScreen = (personId: PersonId) =>
  createSession({
    personId,
    kind: "browser",
    tokenHash: Buffer.from(`${personId} ${Math.random()}`),
    expiresAt: new Date(Date.now() + 3_600_000),
    userAgent: null,
    ip: "test",
  });

const set = (id: number, most_waiting: number | null, by = owner.headers) =>
  callApi(api, turns.set, { params: { id }, body: { most_waiting } }, by);

let made = 0;
/** A conversation whose contact has waited for so long. */
async function buildWaiting(minutes: number): Promise<{ id: number; number: string }> {
  made += 1;
  const number = `55119666${String(made).padStart(5, "0")}`;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message, last_message_at, waiting_since)
        VALUES (${owner.id}, ${getPhoneKey(number)}, ${`${number}@s.whatsapp.net`}, 'Oi', now() - make_interval(mins => ${minutes}),
                now() - make_interval(mins => ${minutes})) RETURNING id`,
  );
  return { id: row?.id ?? 0, number };
}

const deal = () => dealConversations.run();
const whose = async () =>
  (
    await rows<{ seller_id: number | null }>(
      sql`SELECT seller_id FROM conversations WHERE owner_id = ${owner.id} ORDER BY id`,
    )
  ).map(({ seller_id }) => seller_id);

test("who was given none for the longest is given what waits longest", async () => {
  await buildWaiting(1);
  await buildWaiting(30);
  await buildWaiting(20);
  await deal();
  expect(await whose()).toEqual([ana, ana, bia]);
  await buildWaiting(5);
  await deal();
  expect((await whose()).at(-1)).toBe(bia);
  const told = await rows(
    sql`SELECT DISTINCT reason, from_id, person_id FROM conversation_assignments a JOIN conversations c ON c.id = a.conversation_id
        WHERE c.owner_id = ${owner.id}`,
  );
  expect(told).toEqual([{ reason: "turn", from_id: null, person_id: null }]);
});

test("whoever has as many waiting as they may is passed over, until they answer", async () => {
  await set(ana, 1);
  await set(bia, 2);
  for (const minutes of [50, 40, 30, 20]) await buildWaiting(minutes);
  await deal();
  await deal();
  expect(await whose()).toEqual([ana, bia, bia, null]);
  await execute(
    sql`UPDATE conversations SET waiting_since = NULL WHERE owner_id = ${owner.id} AND seller_id = ${ana}`,
  );
  await deal();
  expect(await whose()).toEqual([ana, bia, bia, ana]);
});

test("machines and contacts who want no messages take no place of those who wait", async () => {
  await set(bia, null);
  await set(ana, 2);
  const [machine, gone] = [await buildWaiting(50), await buildWaiting(40)];
  await execute(sql`UPDATE conversations SET seller_id = ${ana} WHERE owner_id = ${owner.id}`);
  await execute(sql`UPDATE conversations SET intent = 'automatic' WHERE id = ${machine.id}`);
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key) VALUES (${owner.id}, ${getPhoneKey(gone.number)})`,
  );
  await buildWaiting(30);
  await buildWaiting(20);
  await buildWaiting(10);
  await deal();
  expect(await whose()).toEqual([ana, ana, ana, ana, null]);
});

test("what waits for somebody who was suspended goes on, and the history says from whom", async () => {
  const { id } = await buildWaiting(10);
  await give("conversations", id, ana);
  await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${ana}`);
  await deal();
  expect(await whose()).toEqual([bia]);
  expect(
    await rows(
      sql`SELECT from_id, to_id, reason FROM conversation_assignments WHERE conversation_id = ${id}`,
    ),
  ).toEqual([{ from_id: ana, to_id: bia, reason: "turn" }]);
});

test("workers that deal at once give each conversation once, and to all alike", async () => {
  await set(ana, 50);
  await set(bia, 50);
  for (let at = 0; at < 40; at += 1) await buildWaiting(at + 1);
  for (let round = 0; round < 5; round += 1) await Promise.all([deal(), deal(), deal(), deal()]);
  const sellers = await whose();
  expect(sellers.filter((id) => id === ana)).toHaveLength(20);
  expect(sellers.filter((id) => id === bia)).toHaveLength(20);
  const given = await rows(
    sql`SELECT 1 FROM conversation_assignments a JOIN conversations c ON c.id = a.conversation_id WHERE c.owner_id = ${owner.id}`,
  );
  expect(given).toHaveLength(40);
});

describe("nothing is given", () => {
  const onlyAna = async () => {
    await set(bia, null);
    return buildWaiting(10);
  };
  test.each<[string, (chat: { id: number; number: string }) => Promise<unknown>]>([
    [
      "to whoever has no screen open",
      () =>
        execute(
          sql`UPDATE sessions SET last_seen_at = now() - interval '7 minutes' WHERE user_id = ${ana}`,
        ),
    ],
    ["to a program", () => execute(sql`UPDATE sessions SET kind = 'api' WHERE user_id = ${ana}`)],
    [
      "to the suspended",
      () => execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${ana}`),
    ],
    ["to whoever takes no part", () => set(ana, null)],
    ["that a colleague answers", ({ id }) => give("conversations", id, bia)],
    [
      "of a contact who wants no messages",
      ({ number }) =>
        execute(
          sql`INSERT INTO opt_outs (owner_id, phone_key) VALUES (${owner.id}, ${getPhoneKey(number)})`,
        ),
    ],
    [
      "that an automatic answer alone waits in",
      ({ id }) => execute(sql`UPDATE conversations SET intent = 'automatic' WHERE id = ${id}`),
    ],
    [
      "that was put away",
      ({ id }) => execute(sql`UPDATE conversations SET archived_at = now() WHERE id = ${id}`),
    ],
    [
      "that waits for more than a week",
      ({ id }) =>
        execute(
          sql`UPDATE conversations SET waiting_since = now() - interval '8 days' WHERE id = ${id}`,
        ),
    ],
    [
      "of a seller's lead",
      async ({ number }) => {
        const lead = await buildLead(owner.id, { whatsapp: number });
        await give("leads", lead.id, bia);
      },
    ],
    [
      "of another contact of a seller's lead",
      async ({ number }) => {
        const lead = await buildLead(owner.id);
        await give("leads", lead.id, bia);
        await execute(
          sql`INSERT INTO lead_contacts (owner_id, lead_id, name, whatsapp, phone_key, source)
              VALUES (${owner.id}, ${lead.id}, 'Rui', ${number}, ${getPhoneKey(number)}, 'manual')`,
        );
      },
    ],
    [
      "in an account that is not active",
      () => execute(sql`UPDATE accounts SET is_active = false WHERE id = ${owner.id}`),
    ],
    [
      "in an account that waits for its deletion",
      () =>
        execute(
          sql`UPDATE accounts SET deletion_at = now() + interval '7 days' WHERE id = ${owner.id}`,
        ),
    ],
  ])("%s", async (_what, change) => {
    const chat = await onlyAna();
    await change(chat);
    const before = await whose();
    await deal();
    expect(await whose()).toEqual(before);
  });

  test("and without any of these it is", async () => {
    await onlyAna();
    await deal();
    expect(await whose()).toEqual([ana]);
  });
});

test("managers see who takes part, and choose; people of the account alone, from one to fifty", async () => {
  await set(bia, null);
  await buildWaiting(10);
  await deal();
  const { body } = await callApi(api, turns.list, {}, owner.headers);
  expect(body).toEqual({
    turns: [{ person_id: ana, most_waiting: 5, waiting: 1, is_here: true }],
  });
  const { headers } = await signIn(ana);
  expect((await set(ana, 50, headers)).status).toBe(403);
  expect((await callApi(api, turns.list, {}, headers)).status).toBe(403);
  const stranger = await buildUser();
  expect((await set(stranger.personId, 5)).status).toBe(404);
  for (const wrong of [0, 51, 1.5]) {
    expect(await set(ana, wrong)).toMatchObject({
      status: 400,
      body: { fields: { most_waiting: "Use um número de 1 a 50." } },
    });
  }
});
