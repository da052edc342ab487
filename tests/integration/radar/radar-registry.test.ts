import { beforeAll, expect, test } from "vitest";
import { radars } from "@/lib/contracts/radar/radars";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { type Company, cnpjOf, importMonth, workOnRadars } from "@/tests/support/radar";
import { returnToMonthBefore } from "@/tests/support/registry";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

beforeAll(async () => {
  await buildUser({ id: env.ADMIN_USER_ID });
});

type NewRadar = Parameters<typeof callApi<typeof radars.create>>[2]["body"];

const QUESTION = { cidade: "3550308", cnae_primario: "4721102" };

async function createRadar(user: TestUser, body: Partial<NewRadar> = {}) {
  const { status, body: answer } = await callApi(
    api,
    radars.create,
    { body: { name: "Padarias", registry: QUESTION, ...body } },
    user.headers,
  );
  expect(status).toBe(201);
  return answer.radar;
}

const findingsOf = (radarId: number) =>
  rows<{ name: string; change: string; month: string }>(
    sql`SELECT f.name, f.change, r.month FROM radar_findings f JOIN radar_runs r ON r.id = f.run_id
        WHERE f.radar_id = ${radarId} ORDER BY r.month, f.change, f.name`,
  );

const mailsOf = (user: TestUser) =>
  rows(sql`SELECT kind FROM mails WHERE user_id = ${user.id} AND kind = 'radar_found'`);

const membersOf = (listId: number | null) =>
  rows<{ name: string }>(
    sql`SELECT l.name FROM list_leads m JOIN leads l ON l.id = m.lead_id WHERE m.list_id = ${listId} ORDER BY l.name`,
  );

const A: Company = { base: 101, name: "ANDORINHA" };
const B: Company = { base: 102, name: "BETA", status: "08", statusOn: "20240101" };
const C: Company = { base: 103, name: "CENTRAL", place: "parati" };
const D: Company = { base: 104, name: "DOCE" };
const E: Company = { base: 105, name: "ESTRELA", opened: "20260928" };
const F: Company = { base: 106, name: "FORNO", opened: "20261020" };
/** In the files for the first time, years after it opened: nothing that just happened. */
const LATE: Company = { base: 107, name: "LATE", opened: "20100101" };

const MONTHS: Record<string, Company[]> = {
  "2026-09": [A, B, C, D],
  "2026-10": [
    { ...A, phone: "911112222" },
    { ...B, status: "02", statusOn: "20261001" },
    { ...C, place: "sp" },
    { ...D, status: "08", statusOn: "20261002" },
    E,
    LATE,
  ],
  "2026-11": [
    { ...A, phone: "911112222", status: "08", statusOn: "20261101" },
    { ...B, status: "02", statusOn: "20261001", email: "novo@beta.example" },
    { ...C, place: "parati" },
    { ...D, status: "02", statusOn: "20261103" },
    E,
    LATE,
    F,
  ],
};
const importGenerated = (month: string) => importMonth(month, MONTHS[month] ?? []);

test.each([{ killed: false }, { killed: true }])(
  "three months with all five kinds of change, each found once, killed between its steps: $killed",
  async ({ killed }) => {
    await importGenerated("2026-09");
    const user = await buildUser({ plan: "pro" });
    // A company that is a lead already is linked.
    const known = await buildLead(user.id);
    await execute(
      sql`UPDATE leads SET cnpj = ${cnpjOf(105)}, name = 'ESTRELA' WHERE id = ${known.id}`,
    );
    const radar = await createRadar(user);
    await workOnRadars({ killed });
    expect(await findingsOf(radar.id)).toEqual([]);

    await importGenerated("2026-10");
    await workOnRadars({ killed });
    const october = [
      { name: "DOCE", change: "closed", month: "2026-10" },
      { name: "ANDORINHA", change: "contact_changed", month: "2026-10" },
      { name: "CENTRAL", change: "moved", month: "2026-10" },
      { name: "ESTRELA", change: "opened", month: "2026-10" },
      { name: "BETA", change: "reopened", month: "2026-10" },
    ];
    expect(await findingsOf(radar.id)).toEqual(october);
    expect(await mailsOf(user)).toHaveLength(1);
    const leads = ["ANDORINHA", "BETA", "CENTRAL", "ESTRELA"];
    expect((await membersOf(radar.list_id)).map(({ name }) => name)).toEqual(leads);
    await workOnRadars({ killed });
    expect(await mailsOf(user)).toHaveLength(1);

    await importGenerated("2026-11");
    await workOnRadars({ killed });
    const november = [
      { name: "ANDORINHA", change: "closed", month: "2026-11" },
      { name: "BETA", change: "contact_changed", month: "2026-11" },
      { name: "FORNO", change: "opened", month: "2026-11" },
      { name: "DOCE", change: "reopened", month: "2026-11" },
    ];
    expect(await findingsOf(radar.id)).toEqual([...october, ...november]);
    expect(await mailsOf(user)).toHaveLength(2);
    expect((await membersOf(radar.list_id)).map(({ name }) => name)).toEqual(
      [...leads, "DOCE", "FORNO"].sort(),
    );
    // The lead that was known cost nothing, the others one each.
    expect(
      await firstRow(
        sql`SELECT count(*)::int AS spent FROM credit_entries WHERE owner_id = ${user.id}`,
      ),
    ).toEqual({ spent: 5 });

    // Returning to a month, and importing one again, brings nothing twice.
    await returnToMonthBefore();
    await workOnRadars({ killed });
    await importGenerated("2026-11");
    await workOnRadars({ killed });
    expect(await findingsOf(radar.id)).toEqual([...october, ...november]);
    expect(await mailsOf(user)).toHaveLength(2);
  },
);
