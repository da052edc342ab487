import { beforeAll, describe, expect, test } from "vitest";
import { admin as adminContract } from "@/lib/contracts/backoffice/admin";
import { companies } from "@/lib/contracts/registry/companies";
import { registry } from "@/lib/contracts/registry/registry";
import { registryPartners } from "@/lib/contracts/registry/registry-partners";
import { completeCnpj } from "@/sandbox/brazil/cnpj";
import { execute, raw, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importFolder, makeFolder, returnToMonthBefore } from "@/tests/support/registry";
import {
  establishmentLine,
  fields,
  writeSmallMonth,
  writeZip,
} from "@/tests/support/registry-month";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let user: TestUser;
let admin: TestUser;

const ACME = "00000002";
const BRANCHES = 45;

const cnpjOf = (base: string, order: number) =>
  completeCnpj(`${base}${String(order).padStart(4, "0")}`);

function toEstablishment(base: string, order: number, changes: Record<number, string> = {}) {
  const cnpj = cnpjOf(base, order);
  return establishmentLine({
    ...{ 0: base, 1: cnpj.slice(8, 12), 2: cnpj.slice(12), 3: order === 1 ? "1" : "2" },
    ...changes,
  });
}

const partnerLine = (base: string, name: string, document: string, since = "20150301") =>
  fields(base, "2", name, document, "49", since, "", "***000000**", "", "00", "4");

/** A company with many branches, and partners of several companies. */
function writeMonth(): string {
  const folder = makeFolder();
  const branches = Array.from({ length: BRANCHES }, (_, place) =>
    toEstablishment(ACME, place + 1, place === 1 ? { 5: "08", 6: "20240105", 7: "01" } : {}),
  );
  writeSmallMonth(folder, [establishmentLine(), ...branches]);
  const partners = [
    partnerLine(ACME, "ANA LIMA", "***456789**"),
    partnerLine(ACME, "ANA LIMA", "***456789**"),
    partnerLine(ACME, "JOHN SMITH", "***000000**", "00000000"),
    // The same person, another one of the name, and another one of the digits.
    partnerLine("90000001", "ANA LIMA", "***456789**"),
    partnerLine("90000002", "ANA LIMA", "***999999**"),
    partnerLine("90000003", "BIA LIMA", "***456789**"),
    partnerLine("90000004", "JOHN SMITH", "***000000**"),
  ];
  for (let part = 0; part < 10; part += 1) {
    const lines = part === 0 ? partners : [partnerLine(`9000000${part}`, "FULANO", "***111111**")];
    writeZip(folder, `Socios${part}`, `K.K03200Y${part}.D61114.SOCIOCSV`, lines);
  }
  return folder;
}

beforeAll(async () => {
  [user, admin] = await Promise.all([buildUser(), buildUser({ id: 4 })]);
});

const details = (cnpj: string) => callApi(api, registry.get, { params: { cnpj } }, user.headers);
const establishments = (cnpj: string, after?: string) =>
  callApi(
    api,
    companies.establishments,
    { params: { cnpj }, query: { ...(after && { after }) } },
    user.headers,
  );
const partners = (cnpj: string) =>
  callApi(api, companies.partners, { params: { cnpj } }, user.headers);
const choose = (shown: boolean, reason: string, headers = admin.headers) =>
  callApi(api, registryPartners.set, { body: { shown, reason } }, headers);

test("before the first month an answer says that there is none", async () => {
  const none = await details(cnpjOf(ACME, 1));
  expect(none.status).toBe(404);
  expect(none.body.error).toBe("A base da Receita ainda não foi importada nesta instalação.");
  expect((await establishments(cnpjOf(ACME, 1))).status).toBe(404);
});

describe("of a company", () => {
  beforeAll(async () => {
    const done = await importFolder(writeMonth(), { withPartners: true });
    expect(done).toMatchObject({ status: "completed", served: "current" });
  }, 60_000);

  test("the establishments come 20 at a time, the headquarters first", async () => {
    const seen: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { status, body } = await establishments(cnpjOf(ACME, 3), after);
      expect(status).toBe(200);
      expect(body).toMatchObject({ total: BRANCHES, total_is_capped: false });
      seen.push(...body.establishments.map(({ cnpj }) => cnpj));
      after = body.next ?? undefined;
    }
    expect(after).toBeUndefined();
    expect(seen).toEqual(Array.from({ length: BRANCHES }, (_, place) => cnpjOf(ACME, place + 1)));
    const { body } = await establishments(cnpjOf(ACME, 1));
    expect(body.establishments.slice(0, 2)).toMatchObject([
      { matriz: true, municipio: "São Paulo", uf: "SP", situacao: "ativa" },
      { matriz: false, situacao: "baixada" },
    ]);
  });

  test("a cursor of another company, and what is no CNPJ, are refused", async () => {
    expect((await establishments(cnpjOf(ACME, 1), cnpjOf("90000001", 1))).status).toBe(400);
    expect((await establishments("123")).status).toBe(400);
    expect((await establishments(cnpjOf("77777777", 1))).status).toBe(404);
  });

  test("partners are shown where an administrator chose so, with a reason that is kept", async () => {
    const hidden = await partners(cnpjOf(ACME, 1));
    expect(hidden.status).toBe(404);
    expect(JSON.stringify(hidden.body)).not.toContain("ANA");
    expect((await details(cnpjOf(ACME, 1))).body.company).toMatchObject({
      mostra_socios: false,
      proprietario: { nome: null },
    });
    expect((await choose(false, "Nada a ocultar")).status).toBe(409);
    expect((await choose(true, "Sou curioso", user.headers)).status).toBe(403);
    expect((await choose(true, "  ")).body.fields).toEqual({ reason: "Informe o motivo." });

    const { body } = await choose(true, "Prospecção de sócios, com base legal registrada");
    expect(body.choice).toMatchObject({
      shown: true,
      reason: expect.stringContaining("base legal"),
    });
    expect((await choose(true, "De novo")).status).toBe(409);
    expect((await details(cnpjOf(ACME, 1))).body.company).toMatchObject({
      mostra_socios: true,
      proprietario: { nome: "ANA LIMA" },
    });

    const shown = await partners(cnpjOf(ACME, 2));
    expect(shown.status).toBe(200);
    expect(shown.body).toEqual({
      partners: [
        {
          nome: "ANA LIMA",
          papel: "Sócio-Administrador",
          desde: "2015-03-01",
          outras_empresas: [
            expect.objectContaining({ razao_social: "QUALQUER LTDA", municipio: "São Paulo" }),
          ],
          ha_mais_empresas: false,
        },
        // Without digits of a CPF a name alone is nobody.
        {
          nome: "JOHN SMITH",
          papel: "Sócio-Administrador",
          desde: null,
          outras_empresas: [],
          ha_mais_empresas: false,
        },
      ],
      ha_mais_socios: false,
    });
    expect(shown.body.partners[0]?.outras_empresas[0]?.cnpj.slice(0, 8)).toBe("90000001");
    expect(JSON.stringify(shown.body)).not.toContain("456789");

    expect((await choose(false, "Revisão jurídica")).body.choice.shown).toBe(false);
    expect((await partners(cnpjOf(ACME, 1))).status).toBe(404);
    const audit = await callApi(api, adminContract.audit, { query: {} }, admin.headers);
    expect(audit.body.entries.slice(0, 2)).toMatchObject([
      {
        action: "registry.partners_hidden",
        actor: { id: 4 },
        details: { reason: "Revisão jurídica" },
      },
      {
        action: "registry.partners_shown",
        details: { reason: "Prospecção de sócios, com base legal registrada" },
      },
    ]);
  });

  test("the choice of two at once is recorded once", async () => {
    const both = await Promise.all([choose(true, "Uma"), choose(true, "Outra")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await choose(false, "Fim");
  });
});

test("a month without partners has none, and neither has one from before they were kept", async () => {
  await choose(true, "Teste");
  const none = { partners: [], ha_mais_socios: false };
  const before = await importFolder(writeMonth(), { withPartners: true });
  const folder = makeFolder();
  writeSmallMonth(folder, [toEstablishment(ACME, 1)], { month: "D61214" });
  const done = await importFolder(folder);
  expect(done).toMatchObject({ status: "completed", served: "current" });
  expect((await partners(cnpjOf(ACME, 1))).body).toEqual(none);

  await execute(sql`DROP TABLE ${raw(`registry_${before.id}`)}.partners`);
  expect(await returnToMonthBefore()).toMatchObject({ id: before.id, served: "current" });
  expect((await details(cnpjOf(ACME, 1))).status).toBe(200);
  expect((await partners(cnpjOf(ACME, 1))).body).toEqual(none);
}, 60_000);
