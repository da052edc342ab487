import { expect, test } from "vitest";
import { LEAD_STATUS_LABEL, LEAD_STATUSES, type LeadStatus } from "@/lib/domain/leads/lead-status";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { importText } from "@/tests/support/imports";
import { runApi } from "@/tests/support/running";

const api = runApi();

interface State {
  id: number;
  email: string | null;
  status: LeadStatus;
  stage: string;
  status_by: string | null;
}

const statesOf = (user: TestUser): Promise<State[]> =>
  rows(
    sql`SELECT l.id, l.email, l.status, s.name AS stage, l.status_by
        FROM leads l JOIN stages s ON s.id = l.stage_id WHERE l.owner_id = ${user.id} ORDER BY l.id`,
  );

/** A file of the leads with the statuses that the export writes, and a corrected e-mail each. */
const toFile = (leads: readonly { whatsapp: string | null; word: string }[]) =>
  [
    "Nome;WhatsApp;E-mail;Status",
    ...leads.map(
      ({ whatsapp, word }, at) => `Nova ${at};${whatsapp};novo${at}@loja.example;${word}`,
    ),
  ].join("\n");

test("a file that brings back what was exported corrects leads and moves none", async () => {
  const user = await buildUser();
  const made = [];
  for (const status of LEAD_STATUSES) {
    for (const isLost of [false, true]) {
      const lead = await buildLead(user.id, { status });
      if (isLost) {
        await execute(
          sql`UPDATE leads SET stage_id = (SELECT id FROM stages WHERE owner_id = ${user.id} AND meaning = 'lost')
              WHERE id = ${lead.id}`,
        );
      }
      made.push({ ...lead, word: LEAD_STATUS_LABEL[status] });
    }
  }
  const before = await statesOf(user);
  expect(before.filter(({ stage }) => stage === "Perdido").length).toBeGreaterThan(5);
  const done = await importText(api, user, toFile(made), { mode: "update" });
  expect(done).toMatchObject({ status: "completed" });
  const after = await statesOf(user);
  expect(after).toEqual(before.map((lead, at) => ({ ...lead, email: `novo${at}@loja.example` })));
});

test("a status that says something new moves the lead, by the person's word", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { status: "sent" });
  await importText(api, user, toFile([{ ...lead, word: "Fechado" }]), { mode: "update" });
  expect(await statesOf(user)).toMatchObject([
    { status: "closed", stage: "Fechado", status_by: "person" },
  ]);
});
