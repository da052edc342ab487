import { describe, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { lists } from "@/lib/contracts/leads/lists";
import { AppError } from "@/lib/errors";
import { sumOverBatches } from "@/server/leads/lead-table/lead-batches.service";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { actorOf, buildUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi();

describe("bulk", () => {
  test("deletes the ids that are one's own, as texts", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const mine = [await buildLead(user.id), await buildLead(user.id), await buildLead(user.id)];
    const theirs = await buildLead(other.id);
    const lead_ids = [mine[0], mine[1], theirs].map((lead) => String(lead?.id));
    const answer = await callApi(api, leadBulk.remove, { body: { lead_ids } }, user.headers);
    expect(answer).toMatchObject({ status: 200, body: { deleted: 2 } });
    expect((await findLeads(api, user, {})).pagination.total).toBe(1);
    expect((await findLeads(api, other, {})).pagination.total).toBe(1);
  });

  test("refuses no selection, two at once and an empty one", async () => {
    const user = await buildUser();
    for (const body of [
      {},
      { lead_ids: [] },
      { lead_ids: ["1"], filter: {} },
      { lead_ids: [true] },
    ]) {
      const answer = await request(api, "POST", "/api/leads/bulk_delete", body, user.headers);
      expect(answer.status).toBe(400);
    }
  });

  test("a batch that finds the database busy is begun again, and what is done when it stays so is told", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 4_500);
    const actor = actorOf(user);
    const all = { filter: {} };
    let attempts = 0;
    const busyUntil = (attempt: number) => async (ids: number[]) => {
      attempts += 1;
      if (attempts > 1 && attempts < attempt) throw new AppError("unavailable");
      return ids.length;
    };
    expect(await sumOverBatches(actor, all, busyUntil(4))).toBe(4_500);
    expect(attempts).toBe(5);
    attempts = 0;
    await expect(sumOverBatches(actor, all, busyUntil(100))).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/^2\.000 leads já foram tratados, o resto não\. \S/),
    });
    expect(attempts).toBe(4);
  });

  test("a filter takes what the list shows for it, beyond one batch, and nobody else's", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    await buildLeads(user.id, 4_500);
    await buildLeads(other.id, 5);
    const closed = await callApi(
      api,
      leadBulk.setStatus,
      { body: { filter: { status: "pending" }, status: "closed" } },
      user.headers,
    );
    expect(closed.body).toMatchObject({ updated: 4_500, locked: 0 });
    const listed = await callApi(
      api,
      leadBulk.addToList,
      { body: { filter: { search: "empresa 1" }, name: "Começam com um" } },
      user.headers,
    );
    const { total } = (await findLeads(api, user, { search: "empresa 1" })).pagination;
    expect(listed.body.added).toBe(total);
    const again = await callApi(
      api,
      leadBulk.addToList,
      { body: { filter: {}, list_id: listed.body.list_id } },
      user.headers,
    );
    expect(again.body.added).toBe(4_500 - total);
    const shown = await callApi(api, lists.list, { query: { search: "comecam" } }, user.headers);
    expect(shown.body.lists).toMatchObject([{ name: "Começam com um", total_leads: 4_500 }]);
    const foreign = await callApi(
      api,
      leadBulk.addToList,
      { body: { filter: {}, list_id: listed.body.list_id } },
      other.headers,
    );
    expect(foreign.status).toBe(404);
    const gone = await callApi(
      api,
      leadBulk.remove,
      { body: { filter: { status: "closed" } } },
      user.headers,
    );
    expect(gone.body).toEqual({ deleted: 4_500 });
    expect((await findLeads(api, other, {})).pagination.total).toBe(5);
  });
});
