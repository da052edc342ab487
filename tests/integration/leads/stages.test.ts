import { describe, expect, test } from "vitest";
import { board } from "@/lib/contracts/leads/board";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leads } from "@/lib/contracts/leads/leads";
import { lossReasons, type Stage, stages } from "@/lib/contracts/leads/stages";
import { LEAD_STATUSES, type LeadStatus } from "@/lib/domain/leads/lead-status";
import { MOST_STAGES, STATUS_MEANING, type StageMeaning } from "@/lib/domain/leads/stages";
import { until } from "@/sandbox/testing";
import { markLeadAnswered, markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildWebhook } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

async function listStages(user: TestUser): Promise<Stage[]> {
  return (await callApi(api, stages.list, {}, user.headers)).body.stages;
}

/** The account's first stage of each meaning. */
async function stagesByMeaning(user: TestUser): Promise<Record<StageMeaning, Stage>> {
  const all = (await listStages(user)).toReversed();
  return Object.fromEntries(all.map((stage) => [stage.meaning, stage])) as Record<
    StageMeaning,
    Stage
  >;
}

async function addStage(user: TestUser, name: string, meaning: StageMeaning): Promise<Stage> {
  const body = { name, meaning, colour: "gold", rest_days: null } as const;
  return (await callApi(api, stages.create, { body }, user.headers)).body.stage;
}

const stateOf = (id: number) =>
  firstRow<{ status: LeadStatus; stage_id: number; stage: string; loss_reason_id: number | null }>(
    sql`SELECT l.status, l.stage_id, s.name AS stage, l.loss_reason_id
        FROM leads l JOIN stages s ON s.id = l.stage_id WHERE l.id = ${id}`,
  );

const move = (
  user: TestUser,
  id: number,
  body: Parameters<typeof callApi<typeof board.move>>[2]["body"],
) => callApi(api, board.move, { params: { id }, body }, user.headers);

describe("stages", () => {
  test("are five at first, one of each meaning, and a status of the API finds its own", async () => {
    const user = await buildUser();
    expect((await listStages(user)).map(({ name, meaning }) => [name, meaning])).toEqual([
      ["Novo", "new"],
      ["Contatado", "contacted"],
      ["Respondeu", "answered"],
      ["Fechado", "won"],
      ["Perdido", "lost"],
    ]);
    for (const status of LEAD_STATUSES) {
      const { id } = await buildLead(user.id, { status });
      const stage = (await stagesByMeaning(user))[STATUS_MEANING[status] ?? "new"];
      expect(await stateOf(id)).toMatchObject({ status, stage_id: stage.id });
    }
    const table = await rows<{ status: LeadStatus; meaning: StageMeaning | null }>(
      sql`SELECT status, status_meaning(status) AS meaning FROM unnest(${[...LEAD_STATUSES]}::text[]) AS status`,
    );
    expect(Object.fromEntries(table.map(({ status, meaning }) => [status, meaning]))).toEqual(
      STATUS_MEANING,
    );
  });

  test("are added behind their kind, renamed, put in order, and counted", async () => {
    const user = await buildUser();
    const proposal = await addStage(user, "Proposta", "answered");
    expect((await listStages(user)).map(({ name }) => name)).toEqual([
      "Novo",
      "Contatado",
      "Respondeu",
      "Proposta",
      "Fechado",
      "Perdido",
    ]);
    const taken = await callApi(
      api,
      stages.create,
      { body: { name: "proposta", meaning: "new", colour: "sky", rest_days: 3 } },
      user.headers,
    );
    expect(taken).toMatchObject({
      status: 409,
      body: { error: "Já existe uma etapa com este nome." },
    });
    const renamed = await callApi(
      api,
      stages.update,
      { params: { id: proposal.id }, body: { name: "Orçamento", colour: "rose", rest_days: 9 } },
      user.headers,
    );
    expect(renamed.body.stage).toMatchObject({ name: "Orçamento", colour: "rose", rest_days: 9 });
    const ids = (await listStages(user)).map(({ id }) => id).toReversed();
    const ordered = await callApi(api, stages.reorder, { body: { ids } }, user.headers);
    expect(ordered.body.stages.map(({ id }) => id)).toEqual(ids);
    const partly = await callApi(
      api,
      stages.reorder,
      { body: { ids: ids.slice(1) } },
      user.headers,
    );
    expect(partly.status).toBe(409);

    const lead = await buildLead(user.id);
    await move(user, lead.id, { stage_id: proposal.id });
    await buildLead(user.id);
    const counts = (await listStages(user)).map((stage) => [stage.name, stage.leads]);
    expect(Object.fromEntries(counts)).toMatchObject({ Orçamento: 1, Novo: 1, Fechado: 0 });
  });

  test("are removed when their leads have gone elsewhere, and one of each meaning stays", async () => {
    const user = await buildUser();
    const { won, answered } = await stagesByMeaning(user);
    const second = await addStage(user, "Assinou", "won");
    const some = await Promise.all(Array.from({ length: 3 }, () => buildLead(user.id)));
    for (const { id } of some) await move(user, id, { stage_id: second.id });
    const remove = (id: number, move_to: number) =>
      callApi(api, stages.remove, { params: { id }, body: { move_to } }, user.headers);
    expect((await remove(answered.id, won.id)).status).toBe(409);
    expect((await remove(second.id, second.id)).status).toBe(409);
    expect(await remove(second.id, won.id)).toMatchObject({ status: 200, body: { moved: 3 } });
    expect(await stateOf(some[0]?.id ?? 0)).toMatchObject({ status: "closed", stage: "Fechado" });
    // Two that are each the other's only sibling: one stays.
    const other = await addStage(user, "Ganhou", "won");
    const { contacted } = await stagesByMeaning(user);
    const both = await Promise.all([remove(other.id, contacted.id), remove(won.id, contacted.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("are not removed under a lead that comes in meanwhile", async () => {
    const user = await buildUser();
    const second = await addStage(user, "Entrada", "new");
    const { new: first } = await stagesByMeaning(user);
    const made: Promise<unknown>[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { id } = await buildLead(user.id);
      made.push(move(user, id, { stage_id: second.id }));
    }
    const removal = callApi(
      api,
      stages.remove,
      { params: { id: second.id }, body: { move_to: first.id } },
      user.headers,
    );
    const answers = await Promise.all([removal, ...made]);
    for (const answer of answers as { status: number }[]) {
      expect([200, 404, 409]).toContain(answer.status);
    }
    const [{ count } = { count: -1 }] = await rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM leads WHERE owner_id = ${user.id}`,
    );
    expect(count).toBe(20);
  });

  test("wait for a fact that is moving a lead there before they are removed, and the lead goes on", async () => {
    const user = await buildUser();
    const { contacted } = await stagesByMeaning(user);
    const second = await addStage(user, "Segundo contato", "contacted");
    const lead = await buildLead(user.id);
    let removal: Promise<{ status: number }> = Promise.resolve({ status: 0 });
    await transaction(async () => {
      await markLeadContacted(user.id, lead.id, "sent");
      removal = callApi(
        api,
        stages.remove,
        { params: { id: contacted.id }, body: { move_to: second.id } },
        user.headers,
      );
      await until(async () => {
        const waiting = await firstRow(
          sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${user.id}`,
        );
        return waiting !== null;
      }, "the removal to wait for the delivery");
    });
    expect((await removal).status).toBe(200);
    expect(await stateOf(lead.id)).toMatchObject({ status: "sent", stage: "Segundo contato" });
  });

  test("that go while leads are being put into them are told as gone, and the leads stay", async () => {
    const user = await buildUser();
    const second = await addStage(user, "Entrada", "new");
    const lead = await buildLead(user.id);
    const body = { lead_ids: [lead.id], stage_id: second.id };
    let moving: Promise<unknown> = Promise.resolve();
    await transaction(async () => {
      await execute(sql`DELETE FROM stages WHERE id = ${second.id}`);
      moving = callApi(api, leadBulk.setStatus, { body }, user.headers);
      await until(async () => {
        const waiting = await firstRow(
          sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${user.id}`,
        );
        return waiting !== null;
      }, "the move to wait for the removal");
    });
    expect(await moving).toMatchObject({
      status: 409,
      body: { code: "conflict", error: expect.stringContaining("foi excluído enquanto isso") },
    });
    expect(await stateOf(lead.id)).toMatchObject({ stage: "Novo" });
  });

  test("of nobody, or of somebody else, hold no lead, and one that holds leads cannot go", async () => {
    const [user, stranger] = await Promise.all([buildUser(), buildUser()]);
    const lead = await buildLead(user.id);
    const { new: theirs } = await stagesByMeaning(stranger);
    for (const stage of [theirs.id, 2_000_000_000]) {
      const refused = { code: "23503" };
      await expect(
        execute(sql`UPDATE leads SET stage_id = ${stage}::int WHERE id = ${lead.id}`),
      ).rejects.toMatchObject(refused);
      await expect(
        execute(
          sql`INSERT INTO leads (owner_id, name, source, stage_id) VALUES (${user.id}, 'Sem etapa', 'manual', ${stage}::int)`,
        ),
      ).rejects.toMatchObject(refused);
    }
    const { new: own } = await stagesByMeaning(user);
    await expect(execute(sql`DELETE FROM stages WHERE id = ${own.id}`)).rejects.toMatchObject({
      code: "23503",
    });
  });
});

describe("facts", () => {
  test("move a lead forward only, and never over a later stage set by hand", async () => {
    const user = await buildUser();
    const { answered, contacted, lost } = await stagesByMeaning(user);
    const key = (lead: { whatsapp: string | null }) =>
      `55${lead.whatsapp?.slice(2, 4)}${lead.whatsapp?.slice(-8)}`;
    const fresh = await buildLead(user.id);
    await markLeadContacted(user.id, fresh.id, "sent");
    expect(await stateOf(fresh.id)).toMatchObject({ status: "sent", stage: "Contatado" });
    await markLeadAnswered(user.id, key(fresh), "answered");
    expect(await stateOf(fresh.id)).toMatchObject({ status: "answered", stage: "Respondeu" });
    await markLeadAnswered(user.id, key(fresh), "opted_out");
    expect(await stateOf(fresh.id)).toMatchObject({ status: "opted_out", stage: "Respondeu" });

    const proposal = await addStage(user, "Proposta", "answered");
    const later = await buildLead(user.id);
    await move(user, later.id, { stage_id: proposal.id });
    await markLeadContacted(user.id, later.id, "sent");
    await markLeadAnswered(user.id, key(later), "answered");
    expect(await stateOf(later.id)).toMatchObject({ stage: "Proposta" });

    const gone = await buildLead(user.id, { status: "sent" });
    await move(user, gone.id, { stage_id: lost.id });
    expect(await stateOf(gone.id)).toMatchObject({ status: "sent", stage: "Perdido" });
    await markLeadAnswered(user.id, key(gone), "answered");
    expect(await stateOf(gone.id)).toMatchObject({ status: "answered", stage: "Perdido" });

    const failed = await buildLead(user.id);
    await markLeadContacted(user.id, failed.id, "failed");
    expect(await stateOf(failed.id)).toMatchObject({ status: "failed", stage: "Novo" });
    expect([answered.leads, contacted.leads]).toEqual([0, 0]);
  });

  test("and a person's status moves it wherever that says", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { status: "answered" });
    const set = (status: LeadStatus) =>
      callApi(api, leads.update, { params: { id: lead.id }, body: { status } }, user.headers);
    await set("pending");
    expect(await stateOf(lead.id)).toMatchObject({ status: "pending", stage: "Novo" });
    await set("closed");
    expect(await stateOf(lead.id)).toMatchObject({ status: "closed", stage: "Fechado" });
    const { body } = await callApi(
      api,
      leadHistory.list,
      { query: {}, params: { id: lead.id } },
      user.headers,
    );
    expect(body.history.filter(({ kind }) => kind === "status")).toMatchObject([
      { from_stage: "Novo", to_stage: "Fechado", by: "person" },
      { from_stage: "Respondeu", to_stage: "Novo", by: "person" },
    ]);
  });

  test("a lead that is lost after it was won is lost everywhere, and an undone move is none", async () => {
    const user = await buildUser();
    const { won, lost } = await stagesByMeaning(user);
    const [met, written] = [await buildLead(user.id), await buildLead(user.id, { status: "sent" })];
    await markLeadContacted(user.id, written.id, "sent");
    for (const { id } of [met, written]) {
      await move(user, id, { stage_id: won.id });
      expect(await stateOf(id)).toMatchObject({ status: "closed", stage: "Fechado" });
      await move(user, id, { stage_id: lost.id });
    }
    expect(await stateOf(met.id)).toMatchObject({ status: "answered", stage: "Perdido" });
    expect(await stateOf(written.id)).toMatchObject({ status: "contacted", stage: "Perdido" });
    const { body } = await callApi(api, leads.stats, {}, user.headers);
    expect(body.statistics).toMatchObject({ closed: 0, answered: 1, sent: 1 });
  });

  test("a lost lead has a reason of the account's own, until it is no longer lost", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const { lost, answered } = await stagesByMeaning(user);
    const reason = (
      await callApi(api, lossReasons.create, { body: { name: "Fora do perfil" } }, user.headers)
    ).body.loss_reason;
    const lead = await buildLead(user.id);
    const foreign = await callApi(api, lossReasons.list, {}, other.headers);
    const stolen = foreign.body.loss_reasons[0]?.id ?? 0;
    expect((await move(user, lead.id, { stage_id: lost.id, loss_reason_id: stolen })).status).toBe(
      404,
    );
    await move(user, lead.id, { stage_id: lost.id, loss_reason_id: reason.id });
    expect(await stateOf(lead.id)).toMatchObject({ stage: "Perdido", loss_reason_id: reason.id });
    await move(user, lead.id, { stage_id: answered.id });
    expect(await stateOf(lead.id)).toMatchObject({ status: "answered", loss_reason_id: null });
    await move(user, lead.id, { stage_id: lost.id, loss_reason_id: reason.id });
    await callApi(api, lossReasons.remove, { params: { id: reason.id } }, user.headers);
    expect(await stateOf(lead.id)).toMatchObject({ stage: "Perdido", loss_reason_id: null });
  });

  test("many leads are put on top of a stage at once", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 2_500);
    const { answered } = await stagesByMeaning(user);
    const moved = await callApi(
      api,
      leadBulk.setStatus,
      { body: { filter: { status: "pending" }, stage_id: answered.id } },
      user.headers,
    );
    expect(moved.body).toMatchObject({ updated: 2_500, locked: 0 });
    const { answered: after } = await stagesByMeaning(user);
    expect(after.leads).toBe(2_500);
  });
});

test("addresses are told of a lead that a person moved, and of many at once", async () => {
  const user = await buildUser();
  await buildWebhook(user);
  const { answered, won } = await stagesByMeaning(user);
  const [one, two] = [await buildLead(user.id), await buildLead(user.id)];
  await move(user, one.id, { stage_id: answered.id });
  await callApi(
    api,
    leadBulk.setStatus,
    { body: { lead_ids: [one.id, two.id], stage_id: won.id } },
    user.headers,
  );
  const told = await rows<{ payload: string }>(
    sql`SELECT payload FROM webhook_deliveries
        WHERE owner_id = ${user.id} AND event_type = 'lead.stage_changed' ORDER BY id`,
  );
  expect(told.map(({ payload }) => JSON.parse(payload).data)).toEqual([
    expect.objectContaining({ lead_id: one.id, detail: "Respondeu" }),
    expect.objectContaining({ quantity: 2, detail: "Fechado" }),
  ]);
});

test("there are not more stages than may be, however many ask at once", async () => {
  const user = await buildUser();
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      callApi(
        api,
        stages.create,
        { body: { name: `Etapa ${at}`, meaning: "answered", colour: "sky", rest_days: null } },
        user.headers,
      ),
    ),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(MOST_STAGES - 5);
  const positions = await rows<{ position: number }>(
    sql`SELECT position FROM stages WHERE owner_id = ${user.id} ORDER BY position`,
  );
  expect(positions.map(({ position }) => position)).toEqual(
    Array.from({ length: MOST_STAGES }, (_, at) => at + 1),
  );
});
