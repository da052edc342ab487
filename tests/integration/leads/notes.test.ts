import { describe, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leads } from "@/lib/contracts/leads/leads";
import { notes } from "@/lib/contracts/leads/notes";
import { MOST_NOTES_OF_LEAD, NOTE_MAX_LENGTH } from "@/lib/domain/leads/notes";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildTask } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const write = (user: TestUser, id: number, body: { text: string; pinned?: boolean }) =>
  callApi(api, notes.create, { params: { id }, body }, user.headers);
const change = (user: TestUser, id: number, body: { text?: string; pinned?: boolean }) =>
  callApi(api, notes.update, { params: { id }, body }, user.headers);
const listNotes = async (user: TestUser, id: number, pinned?: "true") =>
  (
    await callApi(
      api,
      notes.list,
      { params: { id }, query: { ...(pinned && { pinned }) } },
      user.headers,
    )
  ).body.notes;
const readHistory = async (
  user: TestUser,
  id: number,
  query: { show?: "notes" | "messages" | "changes"; per_page?: number; after?: string } = {},
) => (await callApi(api, leadHistory.list, { params: { id }, query }, user.headers)).body;

describe("notes", () => {
  test("are written, edited, pinned above the others and deleted", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    const first = (await write(user, lead.id, { text: "  Linha um\nlinha dois  " })).body.note;
    const second = (await write(user, lead.id, { text: "Depois" })).body.note;
    expect(first).toMatchObject({ text: "Linha um\nlinha dois", pinned_at: null, edited_at: null });
    await change(user, first.id, { pinned: true });
    const pinned = (await listNotes(user, lead.id))[0];
    expect(pinned).toMatchObject({ id: first.id, edited_at: null });
    expect(pinned?.pinned_at).not.toBeNull();
    expect((await listNotes(user, lead.id, "true")).map(({ id }) => id)).toEqual([first.id]);
    // What is pinned already stays where it is, and a text that stays is not edited.
    const again = await change(user, first.id, { pinned: true, text: first.text });
    expect(again.body.note).toEqual(pinned);
    const edited = await change(user, first.id, { text: "Outro texto" });
    expect(edited.body.note).toMatchObject({ text: "Outro texto", pinned_at: pinned?.pinned_at });
    expect(edited.body.note.edited_at).not.toBeNull();
    expect((await change(user, first.id, { pinned: false })).body.note.pinned_at).toBeNull();
    await callApi(api, notes.remove, { params: { id: second.id } }, user.headers);
    expect((await listNotes(user, lead.id)).map(({ id }) => id)).toEqual([first.id]);
  });

  test("hold 1 to 5,000 characters, on an own lead", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const [mine, theirs] = [await buildLead(user.id), await buildLead(other.id)];
    expect((await write(user, mine.id, { text: "x".repeat(NOTE_MAX_LENGTH) })).status).toBe(201);
    for (const text of ["   ", "x".repeat(NOTE_MAX_LENGTH + 1)]) {
      expect((await write(user, mine.id, { text })).status).toBe(400);
    }
    expect((await write(user, theirs.id, { text: "Minha" })).status).toBe(404);
    expect(await listNotes(other, theirs.id)).toEqual([]);
    await expect(
      execute(
        sql`INSERT INTO notes (owner_id, lead_id, text) VALUES (${user.id}, ${theirs.id}, 'Minha')`,
      ),
    ).rejects.toThrow();
  });

  test("of one lead are not too many, for writers at once", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    await execute(
      sql`INSERT INTO notes (owner_id, lead_id, text)
          SELECT ${user.id}::int, ${lead.id}::int, 'Nota ' || n FROM generate_series(1, ${MOST_NOTES_OF_LEAD - 1}::int) AS n`,
    );
    const written = await Promise.all(
      Array.from({ length: 8 }, () => write(user, lead.id, { text: "Mais uma" })),
    );
    expect(written.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await listNotes(user, lead.id)).toHaveLength(MOST_NOTES_OF_LEAD);
  });

  test("come back with their lead as they were", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    const { note } = (await write(user, lead.id, { text: "Fica", pinned: true })).body;
    await callApi(api, leadBulk.remove, { body: { lead_ids: [lead.id] } }, user.headers);
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    await callApi(api, leads.restore, { params: { id: body.deletions[0]?.id ?? 0 } }, user.headers);
    expect(await listNotes(user, lead.id)).toEqual([note]);
  });
});

describe("the timeline", () => {
  test("has notes and tasks, each kind by itself on request", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    const { note } = (await write(user, lead.id, { text: "Prefere de manhã" })).body;
    const task = await buildTask(user, lead.id);
    await execute(sql`UPDATE tasks SET done_at = now() + interval '1 second' WHERE id = ${task}`);
    const { history, next } = await readHistory(user, lead.id);
    expect(history.map(({ kind }) => kind)).toEqual(["task_done", "task_made", "note", "created"]);
    expect(history[2]).toMatchObject({ text: note.text, note });
    expect(next).toBeNull();
    const kinds = async (show: "notes" | "messages" | "changes") =>
      (await readHistory(user, lead.id, { show })).history.map(({ kind }) => kind);
    expect(await kinds("notes")).toEqual(["note"]);
    expect(await kinds("messages")).toEqual([]);
    expect(await kinds("changes")).toEqual(["task_done", "task_made", "created"]);
  });

  test("is paged by a cursor without a gap, also among entries of one instant", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    await execute(
      sql`INSERT INTO notes (owner_id, lead_id, text, created_at)
          SELECT ${user.id}::int, ${lead.id}::int, 'Nota ' || n, '2026-11-01' FROM generate_series(1, 5) AS n`,
    );
    await execute(
      sql`INSERT INTO tasks (owner_id, lead_id, what, due_on, created_at, done_at)
          SELECT ${user.id}::int, ${lead.id}::int, 'Ligar ' || n, '2026-11-02', '2026-11-01', '2026-11-01' FROM generate_series(1, 3) AS n`,
    );
    const whole = (await readHistory(user, lead.id)).history.map(({ id }) => id);
    expect(whole).toHaveLength(12);
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const page = await readHistory(user, lead.id, { per_page: 2, ...(after && { after }) });
      paged.push(...page.history.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after && paged.length < 20);
    expect(paged).toEqual(whole);
  });
});
