import fc from "fast-check";
import { expect, it } from "vitest";
import { LEAD_SOURCES } from "./lead-list";
import { getCompanyName, getNameKind, getPersonName } from "./lead-name";

const lead = (name: string, source = "import", proprietario: string | null = null) => ({
  name,
  source,
  proprietario,
});

it.each([
  ["+55 (51) 93333-5555", "import"],
  ["5551933335555", "whatsapp_contacts"],
  ["11.222.333/0001-81", "import"],
  ["contato@padaria.com.br", "import"],
  ["padariacentral.com.br", "import"],
  ["https://padaria.com", "manual"],
  ["Sem nome", "import"],
  ["Cliente 51 93333-5555", "import"],
  ["🌻", "whatsapp_contacts"],
  [" ", "manual"],
])("%s of %s is no name", (name, source) => {
  expect(getNameKind(lead(name, source))).toBe("none");
  expect(getPersonName(lead(name, source))).toBeNull();
  expect(getCompanyName(lead(name, source))).toBeNull();
});

it.each([
  ["Ana Souza", "whatsapp_contacts", null, "Ana"],
  ["Kauanny Silva", "whatsapp_contacts", null, "Kauanny Silva"],
  ["Sabor Mineiro", "whatsapp_contacts", null, "Sabor Mineiro"],
  ["joão", "whatsapp_contacts", null, "João"],
  ["Dra. Paula Lima", "import", null, "Paula"],
  ["MARIA DAS DORES SILVA", "manual", null, "Maria"],
  ["José Carlos da Silva", "receita", "JOSE CARLOS DA SILVA", "Jose"],
])("%s of %s is a person's, called %s", (name, source, proprietario, called) => {
  expect(getNameKind(lead(name, source, proprietario))).toBe("person");
  expect(getPersonName(lead(name, source, proprietario))).toBe(called);
  expect(getCompanyName(lead(name, source, proprietario))).toBeNull();
});

it.each([
  ["Padaria do Zé", "import"],
  ["Ana Paula Modas", "import"],
  ["Construtora Sol", "whatsapp_contacts"],
  ["Silva & Filhos Ltda", "whatsapp_contacts"],
  ["Maria Bonita", "google_pages"],
  ["João de Barro", "google_maps"],
  ["Alvorada", "manual"],
  ["Bom Jesus 24 horas", "import"],
  ["Empresa 12", "manual"],
  ["José 2 Irmãos", "manual"],
])("%s of %s is a company's", (name, source) => {
  expect(getNameKind(lead(name, source))).toBe("company");
  expect(getCompanyName(lead(name, source))).toBe(name);
  expect(getPersonName(lead(name, source, "Ana Lima"))).toBe("Ana");
});

it("an owner that is a company or a number is nobody to address", () => {
  expect(
    getPersonName(lead("Padaria do Zé", "import", "Zé Holding Participações Ltda")),
  ).toBeNull();
  expect(getPersonName(lead("Padaria do Zé", "import", "51 93333-5555"))).toBeNull();
});

it("any text has a kind, and a name without digits is called by one", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(...LEAD_SOURCES),
      (name, source) => {
        const kind = getNameKind(lead(name, source));
        const called = getPersonName(lead(name, source));
        expect(called !== null).toBe(kind === "person");
        expect(called ?? "").not.toMatch(/\d/);
      },
    ),
    { seed: 5, numRuns: 1_000 },
  );
});

it("addresses whom the number reaches, before the owner", () => {
  const padaria = lead("Padaria do Zé", "import", "Ana Lima");
  expect(getPersonName({ ...padaria, contact_name: "Bruno Reis" })).toBe("Bruno");
  for (const contact_name of ["Compras Ltda", "contato", " ", null]) {
    expect(getPersonName({ ...padaria, contact_name })).toBe("Ana");
  }
});
