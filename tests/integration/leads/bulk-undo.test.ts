import { expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { stages } from "@/lib/contracts/leads/stages";
import { tags } from "@/lib/contracts/leads/tags";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

async function buildThree() {
  const user = await buildUser();
  const ids = [];
  for (const name of ["Um", "Dois", "Três"]) ids.push((await buildLead(user.id, { name })).id);
  return { user, ids };
}

const undo = async (user: TestUser, id: number) =>
  callApi(api, leadBulk.undo, { params: { id } }, user.headers);

const standing = (user: TestUser) =>
  rows<Record<string, unknown>>(
    sql`SELECT name, status, status_by, stage_id, place::text, loss_reason_id FROM leads WHERE owner_id = ${user.id} ORDER BY id`,
  );

test("a status comes back where it still is what was set, with stage and place, and the others are counted", async () => {
  const { user, ids } = await buildThree();
  const before = await standing(user);
  const body = { lead_ids: ids, status: "closed" as const };
  const edit = await callApi(api, leadBulk.setStatus, { body }, user.headers);
  const change = { params: { id: ids[1] ?? 0 }, body: { status: "answered" as const } };
  await callApi(api, leads.update, change, user.headers);
  expect(await undo(user, edit.body.undo_id)).toMatchObject({
    status: 200,
    body: { restored: 2, left: 1 },
  });
  const after = await standing(user);
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  expect(after[1]).toMatchObject({ status: "answered" });
  expect(await undo(user, edit.body.undo_id)).toMatchObject({
    status: 404,
    body: { error: "Esta mudança já não pode ser desfeita." },
  });
});

test("leads that were put in a stage, by a filter, go back to where they stood", async () => {
  const { user } = await buildThree();
  const before = await standing(user);
  const { body: all } = await callApi(api, stages.list, {}, user.headers);
  const lost = all.stages.find(({ meaning }) => meaning === "lost")?.id ?? 0;
  const body = { filter: {}, stage_id: lost };
  const edit = await callApi(api, leadBulk.setStatus, { body }, user.headers);
  expect((await standing(user)).every(({ stage_id }) => stage_id === lost)).toBe(true);
  expect((await undo(user, edit.body.undo_id)).body).toMatchObject({ restored: 3, left: 0 });
  expect(await standing(user)).toEqual(before);
});

test("own values come back, also empty ones, unless they were changed since", async () => {
  const { user, ids } = await buildThree();
  const field = { name: "Cargo", kind: "text" as const };
  await callApi(api, ownFields.create, { body: field }, user.headers);
  const set = (lead_ids: number[], cargo: string | null) =>
    callApi(api, ownFields.onLeads, { body: { lead_ids, own: { cargo } } }, user.headers);
  await set(ids.slice(0, 1), "Dona");
  const edit = await set(ids, "Sócia");
  await set(ids.slice(2), "Gerente");
  expect((await undo(user, edit.body.undo_id)).body).toMatchObject({ restored: 2, left: 1 });
  const values = await rows(
    sql`SELECT lead_id, text FROM lead_values WHERE owner_id = ${user.id} ORDER BY lead_id`,
  );
  expect(values).toEqual([
    { lead_id: ids[0], text: "Dona" },
    { lead_id: ids[2], text: "Gerente" },
  ]);
  // Clearing is an edit like another.
  const cleared = await set(ids, null);
  expect((await undo(user, cleared.body.undo_id)).body).toMatchObject({ restored: 2, left: 0 });
  expect(
    await rows(
      sql`SELECT lead_id, text FROM lead_values WHERE owner_id = ${user.id} ORDER BY lead_id`,
    ),
  ).toEqual(values);
});

test("tags go off and on again, where the edit put them on and took them off", async () => {
  const { user, ids } = await buildThree();
  const change = (body: object) =>
    callApi(api, tags.onLeads, { body: body as never }, user.headers);
  await change({ lead_ids: ids.slice(0, 1), add: ["A"] });
  const worn = () =>
    rows<{ lead_id: number; name: string }>(
      sql`SELECT m.lead_id, t.name FROM lead_tags m JOIN tags t ON t.id = m.tag_id WHERE m.owner_id = ${user.id} ORDER BY 1, 2`,
    );
  const before = await worn();
  const [tag] = await rows<{ id: number }>(sql`SELECT id FROM tags WHERE owner_id = ${user.id}`);
  const on = await change({ lead_ids: ids, add: ["A", "B"] });
  expect(await worn()).toHaveLength(6);
  expect((await undo(user, on.body.undo_id)).status).toBe(200);
  expect(await worn()).toEqual(before);
  const off = await change({ lead_ids: ids, remove: [tag?.id] });
  expect(await worn()).toEqual([]);
  expect((await undo(user, off.body.undo_id)).body).toMatchObject({ restored: 1 });
  expect(await worn()).toEqual(before);
});

test("leads leave the list that they came onto, and a list that was made for them goes", async () => {
  const { user, ids } = await buildThree();
  const listId = await buildList(user.id, { name: "Clientes" });
  const add = (body: object) =>
    callApi(api, leadBulk.addToList, { body: body as never }, user.headers);
  await add({ lead_ids: ids.slice(0, 1), list_id: listId });
  const edit = await add({ lead_ids: ids, list_id: listId });
  expect(edit.body.added).toBe(2);
  await undo(user, edit.body.undo_id);
  const members = await rows(sql`SELECT lead_id FROM list_leads WHERE list_id = ${listId}`);
  expect(members).toEqual([{ lead_id: ids[0] }]);
  const made = await add({ lead_ids: ids, name: "Nova" });
  await undo(user, made.body.undo_id);
  expect(await rows(sql`SELECT name FROM lists WHERE owner_id = ${user.id}`)).toEqual([
    { name: "Clientes" },
  ]);
});

test("after ten minutes, and by a stranger, nothing is undone", async () => {
  const { user, ids } = await buildThree();
  const body = { lead_ids: ids, status: "closed" as const };
  const edit = await callApi(api, leadBulk.setStatus, { body }, user.headers);
  expect(await undo(await buildUser(), edit.body.undo_id)).toMatchObject({ status: 404 });
  await execute(
    sql`UPDATE lead_change_sets SET expires_at = expires_at - interval '10 minutes' WHERE id = ${edit.body.undo_id}`,
  );
  expect(await undo(user, edit.body.undo_id)).toMatchObject({ status: 404 });
  expect((await standing(user)).map(({ status }) => status)).toEqual([
    "closed",
    "closed",
    "closed",
  ]);
});
