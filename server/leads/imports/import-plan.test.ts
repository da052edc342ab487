import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImportMode } from "@/lib/domain/imports/import-file";
import { type BatchPlan, createImportPlanner, type ExistingLead } from "./import-plan.rule";
import type { ImportedLead } from "./import-row.rule";

const EMPTY: ImportedLead = {
  name: "Empresa",
  named: true,
  whatsapp: null,
  phone_key: null,
  phone: null,
  email: null,
  website: null,
  site_host: null,
  address: null,
  city: null,
  state: null,
  cnpj: null,
  cnae: null,
  proprietario: null,
  contact_name: null,
  contact_role: null,
  obs: null,
  ai_obs: null,
  status: null,
};

/** A row of the file; here a number is its own key. */
function row(
  identity: { cnpj?: string | null; number?: string | null },
  rest: Partial<ImportedLead> = {},
): ImportedLead {
  const { cnpj = null, number = null } = identity;
  return { ...EMPTY, cnpj, whatsapp: number, phone_key: number, ...rest };
}

function plan(mode: ImportMode, base: ExistingLead[], rows: ImportedLead[]) {
  const planner = createImportPlanner(mode);
  planner.addExisting(base);
  return planner.plan(rows);
}

const BASE: ExistingLead[] = [{ id: 7, cnpj: "A", phone_key: "11" }];

describe("one company, one lead", () => {
  it.each([
    ["its CNPJ", { cnpj: "A" }],
    ["its CNPJ, whatever the number", { cnpj: "A", number: "99" }],
    ["its number, when the row has no CNPJ", { number: "11" }],
  ])("the base knows it by %s", (_how, identity) => {
    expect(plan("skip", BASE, [row(identity)])).toEqual({
      create: [],
      update: [],
      existingIds: [7],
      existingCount: 1,
    });
  });

  it("a lead without a CNPJ gets the CNPJ of a row with its number", () => {
    const base = [{ id: 7, cnpj: null, phone_key: "11" }];
    expect(plan("skip", base, [row({ cnpj: "B", number: "11" })])).toMatchObject({
      create: [],
      existingIds: [7],
    });
    expect(plan("update", base, [row({ cnpj: "B", number: "11" })]).update).toMatchObject([
      { id: 7, cnpj: "B" },
    ]);
  });

  it("two CNPJs with one number are two companies, the second with it as telephone only", () => {
    const { create } = plan("skip", BASE, [row({ cnpj: "B", number: "11" })]);
    expect(create).toMatchObject([{ cnpj: "B", whatsapp: null, phone_key: null, phone: "11" }]);
    const [kept] = plan("skip", BASE, [row({ cnpj: "B", number: "11" }, { phone: "55" })]).create;
    expect(kept).toMatchObject({ whatsapp: null, phone: "55" });
  });

  it("rows of one file match each other", () => {
    const rows = [
      row({ cnpj: "B", number: "22" }),
      row({ cnpj: "B", number: "33" }),
      row({ number: "22" }),
    ];
    expect(plan("skip", [], rows)).toMatchObject({
      create: [{ cnpj: "B", whatsapp: "22" }],
      existingIds: [],
      existingCount: 2,
    });
  });

  it("rows with neither are never the same", () => {
    expect(plan("skip", BASE, [row({}), row({})]).create).toHaveLength(2);
  });
});

describe("an update", () => {
  it("writes what the row has and leaves the rest alone", () => {
    const [update] = plan("update", BASE, [
      row({ cnpj: "A" }, { named: false, city: "Santos", status: "closed" }),
    ]).update;
    expect(update).toEqual({ id: 7, cnpj: "A", city: "Santos", status: "closed" });
  });

  it("moves the number, and frees the one before it for another company", () => {
    const { create, update } = plan("update", BASE, [
      row({ cnpj: "A", number: "99" }),
      row({ number: "11" }, { name: "Outra" }),
    ]);
    expect(update).toMatchObject([{ id: 7, whatsapp: "99", phone_key: "99" }]);
    expect(create).toMatchObject([{ name: "Outra", phone_key: "11" }]);
  });

  it("stores a number that another lead has as telephone only", () => {
    const base = [...BASE, { id: 8, cnpj: "B", phone_key: "22" }];
    expect(plan("update", base, [row({ cnpj: "A", number: "22" })]).update).toEqual([
      { id: 7, name: "Empresa", cnpj: "A", phone: "22" },
    ]);
  });

  it("is one per lead, the later row over the earlier", () => {
    const rows = [
      row({ cnpj: "A" }, { city: "Santos", obs: "um" }),
      row({ number: "11" }, { city: "Campinas" }),
    ];
    expect(plan("update", BASE, rows)).toMatchObject({
      update: [{ id: 7, city: "Campinas", obs: "um" }],
      existingCount: 2,
    });
  });

  it("of a row of the same file changes what will be created", () => {
    const rows = [row({ cnpj: "B" }), row({ cnpj: "B", number: "22" }, { city: "Santos" })];
    expect(plan("update", [], rows)).toMatchObject({
      create: [{ cnpj: "B", whatsapp: "22", city: "Santos" }],
      update: [],
    });
  });

  it("is empty in skip mode", () => {
    const rows = [row({ cnpj: "A" }, { city: "Santos" }), row({ cnpj: "B" }), row({ cnpj: "B" })];
    expect(plan("skip", BASE, rows)).toMatchObject({ update: [], create: [{ city: null }] });
  });
});

it("looks up only unknown keys", () => {
  const planner = createImportPlanner("skip");
  const rows = [row({ cnpj: "A", number: "11" }), row({ cnpj: "A" }), row({ number: "22" })];
  expect(planner.listUnknownKeys(rows)).toEqual({ cnpjs: ["A"], keys: ["11", "22"] });
  planner.addExisting(BASE);
  planner.plan(rows);
  expect(planner.listUnknownKeys(rows)).toEqual({ cnpjs: [], keys: [] });
});

/** Simulates the database, with unique numbers and CNPJs. */
function createBase(leads: ExistingLead[] = []) {
  return {
    copy: () => createBase(leads.map((lead) => ({ ...lead }))),
    holders: ({ cnpjs, keys }: { cnpjs: string[]; keys: string[] }) =>
      leads
        .filter((lead) => cnpjs.includes(lead.cnpj ?? "") || keys.includes(lead.phone_key ?? ""))
        .map((lead) => ({ ...lead })),
    apply({ create, update }: BatchPlan) {
      for (const { cnpj, phone_key } of create) {
        leads.push({ id: leads.length + 1, cnpj, phone_key });
      }
      for (const { id, cnpj, phone_key } of update) {
        const lead = leads.find((each) => each.id === id);
        if (lead && cnpj) lead.cnpj = cnpj;
        if (lead && phone_key) lead.phone_key = phone_key;
      }
      expectUnique(leads.map(({ cnpj }) => cnpj));
      expectUnique(leads.map(({ phone_key }) => phone_key));
    },
  };
}

function expectUnique(values: (string | null)[]) {
  const present = values.filter((value) => value !== null);
  expect(new Set(present).size).toBe(present.length);
}

const identities = fc.array(
  fc.record({
    cnpj: fc.constantFrom(null, "A", "B", "C"),
    number: fc.constantFrom(null, "11", "22", "33"),
  }),
  { maxLength: 14 },
);

const rowsOf = (file: { cnpj: string | null; number: string | null }[]) =>
  file.map((identity) => row(identity));

describe.each(["skip", "update"] as const)("whatever the file, in mode %s", (mode) => {
  it("a dry run predicts the batches, and no batch violates a unique key", () => {
    fc.assert(
      fc.property(identities, identities, fc.integer({ min: 1, max: 5 }), (had, file, size) => {
        const base = createBase();
        base.apply(plan("skip", [], rowsOf(had)));
        const untouched = base.copy();
        const dryRun = createImportPlanner(mode);
        for (let at = 0; at < file.length; at += size) {
          const rows = rowsOf(file.slice(at, at + size));
          dryRun.addExisting(untouched.holders(dryRun.listUnknownKeys(rows)));
          const foretold = dryRun.plan(rows);

          const planner = createImportPlanner(mode);
          planner.addExisting(base.holders(planner.listUnknownKeys(rows)));
          const done = planner.plan(rows);
          base.apply(done);
          expect(done.create.length + done.existingCount).toBe(rows.length);
          expect(foretold.create.length).toBe(done.create.length);
        }
      }),
      { seed: 20261121, numRuns: 2_000 },
    );
  });
});

// An update may change a company's number; the row with the old number then matches nothing.
it("the same file again creates only rows without a key", () => {
  fc.assert(
    fc.property(identities, (file) => {
      const base = createBase();
      base.apply(plan("skip", [], rowsOf(file)));
      const rows = rowsOf(file.filter(({ cnpj, number }) => cnpj || number));
      const planner = createImportPlanner("skip");
      planner.addExisting(base.holders(planner.listUnknownKeys(rows)));
      expect(planner.plan(rows).create).toEqual([]);
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});
