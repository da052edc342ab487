import { beforeAll, describe, expect, test } from "vitest";
import { handovers } from "@/lib/contracts/accounts/handovers";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { finishHandovers } from "@/server/custody/leaving/leaving.service";
import type { PersonId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildMember, buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

const api = runApi({ withoutLimits: true });

let owner: TestUser;
let ana: PersonId;
let bia: PersonId;
let caio: PersonId;
beforeAll(async () => {
  owner = await buildUser({ plan: "pro" });
  [ana, bia, caio] = (await Promise.all(["Ana", "Bia", "Caio"].map(build))) as [
    PersonId,
    PersonId,
    PersonId,
  ];
});

async function build(name: string): Promise<PersonId> {
  const id = await buildMember(owner.id, undefined, "seller");
  await execute(sql`UPDATE users SET name = ${name} WHERE id = ${id}`);
  return id;
}

/** Leads, conversations and open tasks of Ana, and a task that she has done. */
async function give(count: number) {
  await fill(
    sql`INSERT INTO leads (owner_id, name, source, status, seller_id)
        SELECT ${owner.id}, 'Empresa ' || n, 'manual', 'pending', ${ana} FROM generate_series(1, ${count}::int) AS n`,
  );
  await fill(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at, seller_id)
        SELECT ${owner.id}, '5511' || (80000000 + n), '551198' || (80000000 + n) || '@s.whatsapp.net', now(), ${ana}
        FROM generate_series(1, ${count}::int) AS n ON CONFLICT (owner_id, phone_key, instance_id) DO UPDATE SET seller_id = ${ana}`,
  );
  await execute(
    sql`INSERT INTO tasks (owner_id, what, due_on, person_id, done_at)
        VALUES (${owner.id}, 'Ligar', '2030-01-31', ${ana}, NULL), (${owner.id}, 'Feita', '2030-01-31', ${ana}, now())`,
  );
}

const make = (id: number, to_ids: number[]) =>
  callApi(api, handovers.make, { params: { id }, body: { to_ids } }, owner.headers);
const undo = (id: number) => callApi(api, handovers.undo, { params: { id } }, owner.headers);
const belongings = async (id: number) =>
  (await callApi(api, handovers.belongings, { params: { id } }, owner.headers)).body.belongings;
const NOTHING = { leads: 0, conversations: 0, tasks: 0 };

describe("all that is somebody's", () => {
  test("passes to others in turn, is shown in the history, and comes back by an undo", async () => {
    await give(5);
    expect(await belongings(ana)).toEqual({ leads: 5, conversations: 5, tasks: 1 });
    const made = await make(ana, [bia, caio]);
    expect(made).toMatchObject({
      status: 201,
      body: {
        handover: { from_id: ana, to_ids: [bia, caio], leads: 5, conversations: 5, tasks: 1 },
      },
    });
    expect(await belongings(ana)).toEqual(NOTHING);
    expect([await belongings(bia), await belongings(caio)]).toEqual([
      { leads: 3, conversations: 3, tasks: 1 },
      { leads: 2, conversations: 2, tasks: 0 },
    ]);
    const lead = await firstRow<{ id: number }>(
      sql`SELECT min(id) AS id FROM leads WHERE owner_id = ${owner.id} AND seller_id = ${bia}`,
    );
    const history = await callApi(
      api,
      leadHistory.list,
      { params: { id: lead?.id ?? 0 }, query: { show: "changes" } },
      owner.headers,
    );
    expect(history.body.history[0]).toMatchObject({
      changes: [{ field: "seller", from: "Ana", to: "Bia" }],
    });
    // What somebody decided since stays.
    await execute(sql`UPDATE leads SET seller_id = NULL WHERE id = ${lead?.id}`);
    expect((await undo(made.body.handover.id)).body.returned).toEqual({
      ...{ leads: 4, conversations: 5, tasks: 1 },
    });
    expect(await belongings(ana)).toEqual({ leads: 4, conversations: 5, tasks: 1 });
    expect(await undo(made.body.handover.id)).toMatchObject({ status: 409 });
    expect(
      await rows(
        sql`SELECT 1 FROM conversation_assignments WHERE owner_id = ${owner.id} AND to_id = ${ana} AND reason = 'given'`,
      ),
    ).toHaveLength(5);
  });

  test("passes to nobody, of whoever is suspended, and is undone for 30 days", async () => {
    await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${ana}`);
    const made = await make(ana, []);
    expect(made.body.handover.to_ids).toEqual([]);
    const listed = await callApi(api, handovers.list, {}, owner.headers);
    expect(listed.body.handovers.map(({ id }) => id)).toEqual([made.body.handover.id]);
    await execute(
      sql`UPDATE handovers SET created_at = now() - interval '30 days' WHERE owner_id = ${owner.id}`,
    );
    expect(await undo(made.body.handover.id)).toMatchObject({ status: 409 });
    expect((await callApi(api, handovers.list, {}, owner.headers)).body.handovers).toEqual([]);
    await execute(sql`UPDATE users SET suspended_at = NULL WHERE id = ${ana}`);
  });

  test("does not pass to oneself, to a stranger, or to whoever has no access", async () => {
    await give(1);
    const stranger = await buildUser();
    await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${caio}`);
    for (const to of [ana, stranger.personId, caio]) {
      const answer = await make(ana, [to]);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields ?? {})).toEqual(["to_ids"]);
    }
    expect((await make(stranger.personId, [bia])).status).toBe(404);
    await execute(sql`UPDATE users SET suspended_at = NULL WHERE id = ${caio}`);
  });

  test("takes nothing back from whoever was given it since, though they had a part of it too", async () => {
    await make(ana, []);
    await give(2);
    const made = await make(ana, [bia, caio]);
    await execute(
      sql`UPDATE leads SET seller_id = ${caio} WHERE owner_id = ${owner.id} AND seller_id = ${bia}
            AND id = ANY((SELECT lead_ids FROM handovers WHERE id = ${made.body.handover.id})::int[])`,
    );
    expect((await undo(made.body.handover.id)).body.returned.leads).toBe(1);
  });

  test("what a process has begun, and not ended, is ended: passed, and given back", async () => {
    for (const person of [ana, bia, caio]) await make(person, []);
    await give(10_000);
    await execute(
      sql`CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.name = 'Empresa 9999' THEN RAISE EXCEPTION 'the process ends here'; END IF; RETURN NEW; END $$`,
    );
    const stopHere = () =>
      execute(
        sql`CREATE TRIGGER refuse_one BEFORE UPDATE OF seller_id ON leads FOR EACH ROW EXECUTE FUNCTION refuse_one()`,
      );
    const goOn = () => execute(sql`DROP TRIGGER refuse_one ON leads`);
    const age = () =>
      execute(
        sql`UPDATE handovers SET created_at = created_at - interval '2 minutes', undone_at = undone_at - interval '2 minutes'
            WHERE owner_id = ${owner.id}`,
      );
    await stopHere();
    expect((await make(ana, [bia, caio])).status).toBe(500);
    expect((await belongings(ana)).leads).toBeGreaterThan(0);
    await goOn();
    await age();
    await finishHandovers.run();
    expect(await belongings(ana)).toEqual(NOTHING);
    const [shares, others] = [await belongings(bia), await belongings(caio)];
    expect([shares.leads, others.leads]).toEqual([5_000, 5_000]);
    const listed = await callApi(api, handovers.list, {}, owner.headers);
    const { id = 0, ...passed } = listed.body.handovers[0] ?? {};
    expect(passed).toMatchObject({ leads: 10_000, conversations: 10_000, tasks: 1 });
    await stopHere();
    const undone = await Promise.all(Array.from({ length: 10 }, () => undo(id)));
    expect(undone.map(({ status }) => status).sort()).toEqual([...Array(9).fill(409), 500]);
    await goOn();
    await age();
    await finishHandovers.run();
    expect(await belongings(ana)).toEqual({ leads: 10_000, conversations: 10_000, tasks: 1 });
    await execute(sql`DROP FUNCTION refuse_one`);
  }, 180_000);
});
