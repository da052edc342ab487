import { expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { mendNumbers } from "@/server/messaging/misread-numbers/misread-numbers.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { REFUSED, UNDERSTOOD } from "@/tests/support/number-spellings";
import { runApi } from "@/tests/support/running";

const api = runApi();

test("numbers that were kept with what is dialled before them are mended, the others are shown", async () => {
  const user = await buildUser();
  const kept = [
    ["55011987650151", "5511987650151"],
    ["01511987650152", "5511987650152"],
    ["08001234567", "558001234567"],
    ["555511987650153", "5511987650153"],
    ["5501532320151", "551532320151"],
    // An extension, or one digit too many: it is unclear.
    ["551198765015412", "551198765015412"],
    ["5599123456", "5599123456"],
    ["5520987650155", "5520987650155"],
    ["5511987650156", "5511987650156"],
    // Argentina's 54, or a carrier's: this is unclear too.
    ["0541123456789", "0541123456789"],
    ["351912345678", "351912345678"],
  ] as const;
  for (const [whatsapp] of kept) await buildLead(user.id, { name: whatsapp, whatsapp });
  await mendNumbers.run();
  await mendNumbers.run();
  const stored = await rows(
    sql`SELECT name, whatsapp, phone_key FROM leads WHERE owner_id = ${user.id} ORDER BY id`,
  );
  expect(stored).toEqual(
    kept.map(([name, whatsapp]) => ({ name, whatsapp, phone_key: getPhoneKey(whatsapp) })),
  );
  const query = { remark: "number" } as const;
  const { body } = await callApi(api, leads.list, { query }, user.headers);
  expect(body.leads.map(({ name }) => name).sort()).toEqual([
    "0541123456789",
    "551198765015412",
    "5520987650155",
    "5599123456",
  ]);
});

test("a number that another lead has stays where it is, and is shown", async () => {
  const user = await buildUser();
  await buildLead(user.id, { name: "Certo", whatsapp: "5511987650161" });
  await buildLead(user.id, { name: "Errado", whatsapp: "01511987650161" });
  await mendNumbers.run();
  const query = { remark: "number" } as const;
  const { body } = await callApi(api, leads.list, { query }, user.headers);
  expect(body.leads).toMatchObject([{ name: "Errado", whatsapp: "01511987650161" }]);
});

test("whoever was blocked by a misread number is blocked, and stays so by any other", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: "5511987650171" });
  const contact = await buildLead(user.id, { whatsapp: null });
  await execute(
    sql`INSERT INTO lead_contacts (owner_id, lead_id, name, whatsapp, phone_key, source)
        VALUES (${user.id}, ${contact.id}, 'Maria', '55011987650172', '55011987650172', 'manual')`,
  );
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, number, source) VALUES
          (${user.id}, '55011987650171', '55011987650171', 'person'),
          (${user.id}, '551187650173', '5511987650173', 'person'),
          (${user.id}, '01511987650173', '01511987650173', 'import'),
          (${user.id}, '0551198765017@lid', null, 'reply')`,
  );
  await mendNumbers.run();
  expect(
    await rows(sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${user.id} ORDER BY id`),
  ).toEqual([
    { phone_key: "55011987650171" },
    { phone_key: "551187650173" },
    { phone_key: "01511987650173" },
    { phone_key: "0551198765017@lid" },
    { phone_key: "551187650171" },
  ]);
  expect(await rows(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual([
    { status: "opted_out" },
  ]);
  expect(
    await rows(sql`SELECT whatsapp, phone_key FROM lead_contacts WHERE owner_id = ${user.id}`),
  ).toEqual([{ whatsapp: "5511987650172", phone_key: "551187650172" }]);
});

test("the database takes for misread what the app does not understand, and nothing that it does", async () => {
  const keys = UNDERSTOOD.filter(([written]) => !written.includes("@")).map(([, kept]) =>
    getPhoneKey(kept),
  );
  expect(
    await rows(sql`SELECT k FROM unnest(${keys}::text[]) AS k WHERE is_misread_number(k)`),
  ).toEqual([]);
  // What these were kept as.
  const misread = REFUSED.filter(([, refusal]) => refusal === "area" || refusal === "brazil")
    .map(([written]) => written.replace(/\D/g, ""))
    .filter((digits) => /^(?:0|55)/.test(digits));
  expect(misread.length).toBeGreaterThan(2);
  expect(
    await rows(sql`SELECT k FROM unnest(${misread}::text[]) AS k WHERE NOT is_misread_number(k)`),
  ).toEqual([]);
});
