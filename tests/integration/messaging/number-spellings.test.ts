import { afterEach, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { chat } from "@/lib/contracts/messaging/chat";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { drawCases } from "@/tests/support/cases";
import { REFUSED, UNDERSTOOD } from "@/tests/support/number-spellings";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const user = await buildUser();
const clear = () => execute(sql`DELETE FROM opt_outs WHERE owner_id = ${user.id}`);
afterEach(clear);

test("whoever is blocked by one of a number's spellings is written to by none", async () => {
  const instance = await pairWhatsapp(api, sandbox, user);
  const ofNumber = new Map<string, number>();
  for (const whatsapp of new Set(UNDERSTOOD.map(([, kept]) => kept))) {
    // 11 8765-0151 and 11 98765-0151 are one person.
    if (whatsapp === "551187650151") continue;
    ofNumber.set(whatsapp, (await buildLead(user.id, { whatsapp })).id);
  }
  // Sixty sends a minute are let through.
  const tried = new Set(
    drawCases(UNDERSTOOD, 50)
      .slice(0, 50)
      .map(([written]) => written),
  );
  for (const [written, kept] of UNDERSTOOD) {
    await clear();
    const added = await callApi(api, optOuts.add, { body: { number: written } }, user.headers);
    expect(added, written).toMatchObject({ status: 201, body: { added: true } });
    const number = kept === "551187650151" ? "5511987650151" : kept;
    const lead = await rows(sql`
      UPDATE leads l SET status = 'pending' FROM opt_outs o
      WHERE o.owner_id = l.owner_id AND o.phone_key = l.phone_key AND o.number = ${kept} AND l.id = ${ofNumber.get(number)}
      RETURNING 1`);
    expect(lead, `${written} is the lead's number`).toHaveLength(1);
    if (!tried.has(written)) continue;
    const body = { to: written, content: "Oi" };
    const sent = await callApi(api, chat.send, { body }, user.headers);
    expect(sent, written).toMatchObject({ status: 409, body: { code: "contact_blocked" } });
  }
  expect(await readLedger(sandbox, instance)).toEqual([]);
});

test("what is no number is never said to be blocked, nor kept as a lead's", async () => {
  for (const [written] of REFUSED) {
    const added = await callApi(api, optOuts.add, { body: { number: written } }, user.headers);
    expect(added, written).toMatchObject({
      status: 400,
      body: { fields: { number: expect.stringContaining("number") } },
    });
    const body = { name: "Padaria", whatsapp: written };
    if (written.trim() === "") continue;
    const created = await callApi(api, leads.create, { body }, user.headers);
    expect(created, written).toMatchObject({
      status: 400,
      body: { code: "invalid_whatsapp_number" },
    });
  }
  expect(await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([]);
});
