import { describe, expect, test } from "vitest";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leads } from "@/lib/contracts/leads/leads";
import { markLeadAnswered, markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import { buildUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { createLead, findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi();

describe("one lead", () => {
  test("is created, read, changed and deleted by its owner", async () => {
    const user = await buildUser();
    const created = await createLead(api, user, { cnpj: "11.222.333/0001-81" });
    expect(created.status).toBe(201);
    expect(created.body.lead).toMatchObject({
      name: "Padaria São João",
      whatsapp: "5511987654321",
      cnpj: "11222333000181",
      status: "pending",
      source: "manual",
    });
    const { id } = created.body.lead;
    const changed = await callApi(
      api,
      leads.update,
      { params: { id }, body: { name: "Padaria Nova", obs: "", status: "closed" } },
      user.headers,
    );
    expect(changed.status).toBe(200);
    expect(changed.body.lead).toMatchObject({
      name: "Padaria Nova",
      obs: null,
      status: "closed",
      whatsapp: "5511987654321",
    });
    const read = await callApi(api, leads.get, { params: { id } }, user.headers);
    expect(read.body.lead).toMatchObject({ name: "Padaria Nova", lists: [], evidence: [] });
    const gone = await callApi(api, leads.remove, { params: { id } }, user.headers);
    expect(gone).toMatchObject({ status: 200, body: { deleted: 1 } });
    expect((await callApi(api, leads.get, { params: { id } }, user.headers)).status).toBe(404);
  });

  test.each([
    ["", "WhatsApp number is required"],
    ["12345", "WhatsApp number too short (minimum 10 digits)"],
    ["1234567890123456", "WhatsApp number too long (maximum 15 digits)"],
    ["5,51199876E+12", "Invalid WhatsApp number format"],
    ["12/05/2024 10:30", "Invalid WhatsApp number format"],
  ])("is refused with the number %j", async (whatsapp, reason) => {
    const user = await buildUser();
    const message = `Invalid WhatsApp number "${whatsapp}": ${reason}`;
    const answer = await createLead(api, user, { whatsapp });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "invalid_whatsapp_number", error: message, fields: { whatsapp: message } },
    });
    expect((await findLeads(api, user, {})).pagination.total).toBe(0);
  });

  test.each([
    [{ website: "isso não é um site" }, "Site inválido."],
    [{ website: "localhost" }, "Site inválido."],
    [{ website: "javascript:alert(1)" }, "Site inválido."],
    [{ phone: "5,51199E+12" }, "Telefone inválido."],
    [{ phone: "telefone abc" }, "Telefone inválido."],
    [{ phone: "ramal 12" }, "Telefone inválido."],
  ])("is refused with %j, on its field", async (values, sentence) => {
    const user = await buildUser();
    const [field = ""] = Object.keys(values);
    const refused = { status: 400, body: { fields: { [field]: sentence } } };
    expect(await createLead(api, user, values)).toMatchObject(refused);
    const { id } = (await createLead(api, user, {})).body.lead;
    expect(
      await callApi(api, leads.update, { params: { id }, body: values }, user.headers),
    ).toMatchObject(refused);
  });

  test("tells whose name it has", async () => {
    const user = await buildUser();
    for (const [name, name_kind] of [
      ["Padaria São João", "company"],
      ["Maria de Souza", "person"],
      ["+55 (51) 93333-5555", "none"],
    ] as const) {
      const whatsapp = `1198765${1000 + name.length}`;
      expect((await createLead(api, user, { name, whatsapp })).body.lead).toMatchObject({
        name_kind,
      });
    }
  });

  test("an empty status counts as missing: pending at first, unchanged later", async () => {
    const user = await buildUser();
    const created = await request<{ lead: { id: number; status: string } }>(
      api,
      "POST",
      "/api/leads",
      { name: "Padaria", whatsapp: "11987654321", status: "" },
      user.headers,
    );
    expect(created).toMatchObject({ status: 201, body: { lead: { status: "pending" } } });
    const change = (status: unknown) =>
      request(api, "PUT", `/api/leads/${created.body.lead.id}`, { status }, user.headers);
    await change("closed");
    for (const none of ["", null]) {
      expect(await change(none)).toMatchObject({ body: { lead: { status: "closed" } } });
    }
    expect((await change("vendido")).status).toBe(400);
  });

  test("is refused in the same words with no number at all, or null for one", async () => {
    const { headers } = await buildUser();
    const message = 'Invalid WhatsApp number "": WhatsApp number is required';
    for (const body of [{ name: "Sem número" }, { name: "Sem número", whatsapp: null }]) {
      expect(await request(api, "POST", "/api/leads", body, headers)).toMatchObject({
        status: 400,
        body: { code: "invalid_whatsapp_number", error: message },
      });
    }
  });

  test("is refused without a name, with a wrong CNPJ or a wrong e-mail, each under its field", async () => {
    const user = await buildUser();
    const answer = await createLead(api, user, {
      name: " ",
      cnpj: "11222333000182",
      email: "sem arroba",
    });
    expect(answer.body.fields).toEqual({
      name: "Informe o nome da empresa.",
      cnpj: "CNPJ inválido.",
      email: "E-mail inválido.",
    });
  });

  test("takes a CNPJ with letters", async () => {
    const user = await buildUser();
    const answer = await createLead(api, user, { cnpj: "12.abc.345/01de-35" });
    expect(answer.body.lead.cnpj).toBe("12ABC34501DE35");
  });

  test("is found by every spelling of its number, and by nothing else", async () => {
    const user = await buildUser();
    const { body } = await createLead(api, user);
    for (const number of [
      "5511987654321",
      "+55 (11) 98765-4321",
      "11987654321",
      "1187654321",
      "551187654321",
      "011987654321",
    ]) {
      const found = await callApi(api, leads.byPhone, { params: { number } }, user.headers);
      expect(found.body.data?.lead.id, number).toBe(body.lead.id);
    }
    const other = { params: { number: "11987654322" } };
    expect((await callApi(api, leads.byPhone, other, user.headers)).status).toBe(404);
    const short = await callApi(api, leads.byPhone, { params: { number: "123" } }, user.headers);
    expect(short).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid WhatsApp number "123": WhatsApp number too short (minimum 10 digits)',
      },
    });
  });
});

describe("one company, one lead", () => {
  test("twenty concurrent creations of one number make one lead and return its id to the others", async () => {
    const user = await buildUser();
    const spellings = ["11987654321", "+55 11 98765-4321", "1187654321", "5511987654321"];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        createLead(api, user, { whatsapp: spellings[at % 4] ?? "" }),
      ),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: "lead_exists",
        existing_id: created[0]?.body.lead.id,
      });
    }
    expect((await findLeads(api, user, {})).pagination.total).toBe(1);
  });

  test("a CNPJ or a number of another lead is refused with that lead's id", async () => {
    const user = await buildUser();
    const first = await createLead(api, user, { cnpj: "11222333000181" });
    const second = await createLead(api, user, { whatsapp: "11987650000" });
    const { id } = second.body.lead;
    for (const body of [{ cnpj: "11.222.333/0001-81" }, { whatsapp: "1187654321" }]) {
      const field = Object.keys(body)[0] ?? "";
      const answer = await callApi(api, leads.update, { params: { id }, body }, user.headers);
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: "lead_exists",
          existing_id: first.body.lead.id,
          fields: { [field]: expect.stringContaining("Você já tem um lead") },
        },
      });
    }
    const own = { whatsapp: "+55 11 98765-0000" };
    expect(
      (await callApi(api, leads.update, { params: { id }, body: own }, user.headers)).status,
    ).toBe(200);
  });

  test("two owners may have the same company", async () => {
    const [one, other] = [await buildUser(), await buildUser()];
    expect((await createLead(api, one)).status).toBe(201);
    expect((await createLead(api, other)).status).toBe(201);
  });
});

describe("history", () => {
  test("contains the creation and every change of status, and who made it", async () => {
    const user = await buildUser();
    const { body } = await createLead(api, user);
    const { id } = body.lead;
    await markLeadContacted(user.id, id, "sent");
    await markLeadAnswered(user.id, "551187654321", "answered");
    await callApi(api, leads.update, { params: { id }, body: { status: "closed" } }, user.headers);
    const answer = await callApi(
      api,
      leadHistory.list,
      { query: {}, params: { id } },
      user.headers,
    );
    const steps = answer.body.history.map(({ kind, by, from, to }) => [kind, by, from, to]);
    expect(steps).toEqual([
      ["status", "person", "answered", "closed"],
      ["status", "reply", "sent", "answered"],
      ["status", "campaign", "pending", "sent"],
      ["created", null, null, null],
    ]);
  });
});
