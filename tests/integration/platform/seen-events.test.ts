import { expect, test } from "vitest";
import { team } from "@/lib/contracts/accounts/team";
import { until } from "@/sandbox/testing";
import type { PersonId } from "@/server/platform/actor";
import { execute, sql } from "@/server/platform/db/sql";
import { countOpenStreams } from "@/server/platform/live/hub";
import { publish } from "@/server/platform/live/publish";
import { buildLead } from "@/tests/factories/leads";
import { buildConversation, buildTask } from "@/tests/factories/owned-rows";
import { buildTeam } from "@/tests/factories/sellers";
import { signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
import { runApi } from "@/tests/support/running";

const api = runApi();

async function open(user: TestUser) {
  const stream = await openStream(api, user);
  await until(() => stream.text.includes("retry:"), "the stream to open");
  return stream;
}

const named = (text: string) => [...text.matchAll(/event: (\S+)/g)].map(([, name]) => name);

test("a seller hears of what they see alone; what just left their sight makes them look anew", async () => {
  const { owner, seller: me, colleague: personId } = await buildTeam("own_and_unassigned");
  const colleague = { ...owner, personId, ...(await signIn(personId)) };
  const chat = await buildConversation(owner);
  const taskId = await buildTask(owner);
  // Nobody wrote to or from its number yet.
  const lead = await buildLead(owner.id, { whatsapp: "5511987650077" });
  await execute(
    sql`UPDATE conversations SET seller_id = ${colleague.personId} WHERE owner_id = ${owner.id}`,
  );
  await execute(
    sql`UPDATE tasks SET person_id = ${colleague.personId} WHERE owner_id = ${owner.id}`,
  );
  await execute(
    sql`UPDATE leads SET seller_id = ${colleague.personId} WHERE owner_id = ${owner.id}`,
  );
  const streams = [await open(me), await open(colleague), await open(owner)];
  const task = { id: taskId, what: "Ligar", lead: null } as never;
  publish(owner.id, "message.received", { number: chat, chat, lead_id: null });
  publish(owner.id, "chat.typing", { chat, typing: true });
  publish(owner.id, "task.due", { task });
  publish(owner.id, "message.changed", { chat: "5511900000009@s.whatsapp.net" });
  publish(owner.id, "chat.assigned", {
    chat,
    person_id: colleague.personId,
    by_id: owner.personId,
  });
  publish(owner.id, "message.changed", { chat: `${lead.whatsapp}@s.whatsapp.net` });
  publish(owner.id, "credits.changed", {});
  await until(
    () => streams.every(({ text }) => text.includes("credits.changed")),
    "the last event everywhere",
  );
  const [mine, theirs, all] = streams.map(({ text }) => named(text).sort());
  expect(mine).toEqual(["credits.changed", "message.changed", "resync"]);
  expect(theirs).toEqual(all);
  expect(all).toHaveLength(7);
  for (const stream of streams) stream.close();
});

test("a task of one's own comes without the lead that passed to a colleague", async () => {
  const { owner, seller, colleague } = await buildTeam("own_and_unassigned");
  const { id, name } = await buildLead(owner.id);
  const taskId = await buildTask(owner);
  const stream = await open(seller);
  const tell = async (to: PersonId | null) => {
    await execute(sql`UPDATE leads SET seller_id = ${to} WHERE id = ${id}`);
    await execute(sql`UPDATE tasks SET person_id = ${seller.personId} WHERE id = ${taskId}`);
    publish(owner.id, "task.due", { task: { id: taskId, lead: { id, name } } as never });
  };
  await tell(colleague);
  await until(() => stream.text.includes("task.due"), "the task");
  expect(stream.text).toContain('"lead":null');
  expect(stream.text).not.toContain(name);
  await tell(null);
  await until(() => stream.text.includes(name), "the lead that is anybody's");
  stream.close();
});

test("whoever's sight changes connects anew at once, and hears what they see then", async () => {
  const { owner, seller } = await buildTeam("own_and_unassigned");
  const [chief, stream] = [await open(owner), await open(seller)];
  const choose = (visibility: "all" | "own") =>
    callApi(api, team.setVisibility, { body: { visibility } }, owner.headers);
  expect(await choose("all")).toMatchObject({ status: 200 });
  await until(() => stream.ended, "the seller's stream to end");
  expect(chief.ended).toBe(false);
  const { body } = await callApi(api, team.list, {}, seller.headers);
  expect(body.visibility).toBe("all");
  expect(
    await callApi(api, team.setVisibility, { body: { visibility: "own" } }, seller.headers),
  ).toMatchObject({
    status: 403,
  });
  const again = await open(seller);
  // The same choice again changes nothing.
  await choose("all");
  await callApi(
    api,
    team.change,
    { params: { id: seller.personId }, body: { role: "manager" } },
    owner.headers,
  );
  await until(() => again.ended, "the stream of a changed role to end");
  chief.close();
  await until(() => countOpenStreams(owner.id, owner.personId) === 0, "the streams to be gone");
});
