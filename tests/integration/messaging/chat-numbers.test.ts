import { expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

async function addNumber(user: TestUser, name: string): Promise<number> {
  const body = { name, colour: null };
  return (await callApi(api, ownNumbers.create, { body }, user.headers)).body.number.id;
}

/** A conversation with each of these numbers, the first one's the latest. */
async function buildChats(user: TestUser, phone: string, numberIds: number[]) {
  for (const [hours, id] of numberIds.entries()) {
    await execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, instance_id, last_message, last_message_at)
          VALUES (${user.id}, ${phone.replace(/^55(\d\d)9/, "55$1")}, ${`${phone}@s.whatsapp.net`}, ${id}, ${`por ${id}`},
                  now() - make_interval(hours => ${hours}::int))`,
    );
  }
}

const list = async (
  user: TestUser,
  query: { number_id?: number; search?: string; after?: string },
) => (await callApi(api, chat.list, { query: { ...query, per_page: 1 } }, user.headers)).body.data;

test("the list can be narrowed to one of the account's numbers", async () => {
  const user = await buildUser({ plan: "pro" });
  const first = await addNumber(user, "Loja");
  const second = await addNumber(user, "Vendas");
  await buildChats(user, "5511988887777", [first, second]);
  await buildChats(user, "5511988886666", [first]);

  const page = await list(user, { number_id: second });
  expect(page).toMatchObject({
    chats: [{ contactNumber: `5511988887777@s.whatsapp.net~${second}`, numberId: second }],
    next: null,
  });
  const latest = await list(user, { number_id: first });
  const earlier = await list(user, { number_id: first, after: latest.next ?? "" });
  expect([...latest.chats, ...earlier.chats].map(({ numberId }) => numberId)).toEqual([
    first,
    first,
  ]);
  expect(earlier.next).toBeNull();
  expect((await list(user, { number_id: second, search: "88886666" })).chats).toEqual([]);

  const stranger = await buildUser();
  expect((await list(stranger, { number_id: second })).chats).toEqual([]);
});
