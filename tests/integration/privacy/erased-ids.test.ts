import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { privacy } from "@/lib/contracts/privacy/privacy";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { ask, erase, findEverywhere } from "@/tests/support/privacy";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let user: TestUser;
let digits: string;
let key: string;
beforeEach(async () => {
  user = await buildUser({ plan: "pro" });
  digits = `55119${randomInt(80_000_000, 89_999_999)}`;
  key = `55${digits.slice(2, 4)}${digits.slice(5)}`;
});

const find = async (query: object) =>
  (await callApi(api, privacy.findPerson, { query }, user.headers)).body.found;

describe("a person without a number", () => {
  const chatId = () => `${digits.slice(2)}77@lid`;
  const scopedId = () => `BR.${digits.slice(4)}@bsuid`;
  async function buildChat(id: string, names: { name?: string; username?: string }) {
    await execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name, username)
          VALUES (${user.id}, ${id}, ${id}, ${names.name ?? null}, ${names.username ?? null})`,
    );
  }
  const candidates = async (name: string) =>
    (await callApi(api, privacy.findPerson, { query: { name } }, user.headers)).body.candidates;

  test("is found by name or user name, copied, erased by the id, and stays out", async () => {
    await buildChat(chatId(), { name: `Ana ${digits.slice(-6)}` });
    await buildChat(scopedId(), { username: `beatriz.${digits.slice(-6)}` });
    await execute(
      sql`INSERT INTO whatsapp_contacts (owner_id, phone_key, jid, name, username)
          VALUES (${user.id}, ${scopedId()}, ${scopedId()}, ${`Bia ${digits.slice(-6)}`}, 'outra')`,
    );
    expect(await candidates(`@beatriz.${digits.slice(-6)}`)).toMatchObject([
      { keys: { phones: [scopedId()] } },
    ]);
    expect(await candidates(`Bia ${digits.slice(-6)}`)).toMatchObject([
      { keys: { phones: [scopedId()] } },
    ]);
    const [ana] = await candidates(`Ana ${digits.slice(-6)}`);
    expect(ana?.keys.phones).toEqual([chatId()]);
    expect(await find({ phone: chatId() })).toMatchObject({
      keys: { phones: [chatId()] },
      counts: { conversations: 1 },
    });
    const { body } = await ask(api, user, { phones: [chatId()] }, { kind: "export" });
    const url = new URL(`/api/privacy/requests/${body.request.id}/export?format=html`, api.url);
    expect(await (await fetch(url, { headers: user.headers })).text()).toContain(chatId());
    expect((await ask(api, user, { phones: [chatId()] }, { note: `É ${chatId()}` })).status).toBe(
      400,
    );

    await erase(api, user, { phones: [chatId()] });
    await erase(api, user, { phones: [scopedId()] });
    for (const trace of [chatId(), scopedId(), `Ana ${digits.slice(-6)}`, digits.slice(-6)]) {
      expect(await findEverywhere(trace)).toEqual([]);
    }
    await expect(buildChat(chatId(), { name: "Ana" })).rejects.toMatchObject({
      code: "person_erased",
    });
  });

  test("whose number has become known is one person, by either", async () => {
    await buildLead(user.id, { name: "Ana", whatsapp: digits });
    await execute(
      sql`INSERT INTO contact_identities (owner_id, chat_id, phone_key) VALUES (${user.id}, ${chatId()}, ${key})`,
    );
    expect(await find({ phone: chatId() })).toMatchObject({
      keys: { phones: [`+${key}`] },
      counts: { leads: 1 },
    });
    await erase(api, user, { phones: [chatId()] });
    for (const trace of [chatId(), digits.slice(-8)]) {
      expect(await findEverywhere(trace)).toEqual([]);
    }
  });

  test.each(["ana@lid.com", "nome@c.us", "@", `${"9".repeat(500)}@lid`])(
    "is not named by %j",
    async (phone) => {
      const { status } = await callApi(api, privacy.findPerson, { query: { phone } }, user.headers);
      expect(status).toBe(400);
    },
  );
});
