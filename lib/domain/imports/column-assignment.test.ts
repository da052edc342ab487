import { describe, expect, it } from "vitest";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { guessMapping } from "./column-assignment";
import { describeValues, judgeColumns } from "./column-values";

describe("what a header means", () => {
  it.each([
    ["Nome", "name"],
    ["RAZÃO SOCIAL", "name"],
    ["Nome da Empresa", "name"],
    ["Company name", "name"],
    ["Nº do WhatsApp", "whatsapp"],
    ["Celular", "whatsapp"],
    ["Telefone fixo", "phone"],
    ["Phone Number", "phone"],
    ["E-mail", "email"],
    ["email_principal", "email"],
    ["Site da empresa", "website"],
    ["URL", "website"],
    ["Endereço completo", "address"],
    ["Municipio", "city"],
    ["UF", "state"],
    ["CPF/CNPJ", "cnpj"],
    ["CNAE Principal", "cnae"],
    ["Sócio", "proprietario"],
    ["Owner", "proprietario"],
    ["Observações", "obs"],
    ["Notes", "obs"],
    ["Observações da IA", "ai_obs"],
    ["Situação", "status"],
    ["Código interno", null],
    ["", null],
  ])("%s is %s", (header, field) => {
    expect(guessMapping([header])).toEqual([field]);
  });

  it("gives each field once, to the best header", () => {
    expect(guessMapping(["Empresa", "Nome", "Telefone", "Telefone 2"])).toEqual([
      "other.name",
      "name",
      "phone",
      "other.phone",
    ]);
    expect(guessMapping(["Celular", "WhatsApp", "E-mail", "E-mail financeiro"])).toEqual([
      "other.whatsapp",
      "whatsapp",
      "email",
      "other.email",
    ]);
    expect(guessMapping(["Nome do contato", "Nome da empresa"])).toEqual(["proprietario", "name"]);
  });

  it.each([
    [
      ["Nome fantasia", "Razão social"],
      ["name", "other.name"],
    ],
    [
      ["RAZAO_SOCIAL", "NOME_FANTASIA"],
      ["other.name", "name"],
    ],
    [
      ["Nome empresarial", "Título (nome de fantasia)"],
      ["other.name", "name"],
    ],
    [
      ["Razão Social", "Nome", "Fantasia"],
      ["other.name", "name", "other.name"],
    ],
    [
      ["Nome", "Nome do vendedor", "Nome do bairro"],
      ["name", null, null],
    ],
  ])("reads of %j the other names of a company as %j", (headers, mapping) => {
    expect(guessMapping(headers)).toEqual(mapping);
  });

  it("understands its own labels", () => {
    expect(guessMapping(LEAD_FIELD_NAMES.map((field) => LEAD_FIELDS[field].label))).toEqual([
      ...LEAD_FIELD_NAMES,
    ]);
  });
});

describe("a lead's status", () => {
  const rowsOf = (...values: string[]) => values.map((value) => ({ cells: ["Ipê", value] }));

  it.each([
    ["statuses", rowsOf("Fechado", "", "Novo"), "status"],
    ["statuses, and a few other words", rowsOf("Fechado", "Em negociação"), "status"],
    ["what a company's registration can be", rowsOf("ATIVA", "Baixada", ""), null],
    ["nothing in its first rows", rowsOf("", " "), "status"],
    ["no rows", [], "status"],
  ])("is what a column has that holds %s", (_name, rows, status) => {
    for (const header of ["Situação", "Situação cadastral", "Status"]) {
      expect(guessMapping(["Nome", header], [], rows)).toEqual(["name", status]);
    }
  });

  it("is the next column's where the first has none", () => {
    const rows = [{ cells: ["Ativa", "Novo"] }];
    expect(guessMapping(["Situação", "Situação do lead"], [], rows)).toEqual([null, "status"]);
  });
});

/** What is proposed for columns with these headers and values, from the first row on. */
function guess(text: string) {
  const [headers = [], ...rows] = text.split("\n").map((line) => line.split(";"));
  return guessMapping(
    headers,
    [],
    rows.map((cells) => ({ cells })),
  );
}

describe("of two columns with one name the one whose values fit", () => {
  it.each([
    [
      "Empresa;WhatsApp;Cliente\nUm;11980011001;Sim\nDois;11980011002;Não",
      ["name", "whatsapp", null],
    ],
    ["Cliente;Ativo\nPadaria Um;Sim\nPadaria Dois;Não", ["name", null]],
    ["Nome;WhatsApp;Telefone\nUm;Sim;11980011001\nDois;Não;1130011001", ["name", null, "phone"]],
    ["Nome;Telefone;Fone\nUm;falar com Ana;11980011001", ["name", null, "phone"]],
    ["Nome;E-mail;Correio eletrônico\nUm;pessoal;a@um.example", ["name", null, "email"]],
    ["CNPJ;Documento;Nome\nisento;11.222.333/0001-81;Um", [null, "cnpj", "name"]],
    ["Estado;UF;Nome\nAtivo;SP;Um\nParado;RJ;Dois", [null, "state", "name"]],
    [
      "Nome;E-mail 1 - Label;E-mail 1 - Value;Phone 1 - Label;Phone 1 - Value\nUm;Work;a@um.example;Mobile;11980011001",
      ["name", null, "email", null, "phone"],
    ],
  ])("%j is %j", (text, mapping) => {
    expect(guess(text)).toEqual(mapping);
  });
});

describe("names that other programs and people give", () => {
  it.each([
    [
      "Deal - Title;Deal - Organization;Person - Name;Person - Phone\nX;Sol;Ana;11980011001",
      [null, "name", "contact_name", "phone"],
    ],
    ["Company Name;Contact owner;Phone Number\nSol;Rui;11980011001", ["name", null, "phone"]],
    [
      "Cliente;Telefone do vendedor;Telefone do cliente\nSol;11980019999;11980011001",
      ["name", null, "phone"],
    ],
    ["Loja;Tel;Cel\nLoja 1;1130011001;11980011001", ["name", "phone", "whatsapp"]],
    [
      "Contato;Número;Tags\nAna;11980011001;novo\nBia;11980011002;velho",
      ["proprietario", "whatsapp", null],
    ],
    ["CNPJ_BASICO;NOME_FANTASIA\n11222333;Sol", [null, "name"]],
    ["CNPJ_BASICO;NOME_FANTASIA\n;Sol", [null, "name"]],
  ])("%j is %j", (text, mapping) => {
    expect(guess(text)).toEqual(mapping);
  });
});

describe("a column that nothing names is found by its values", () => {
  it.each([
    ["numbers", "Quem;Contato (A/C)\nSol;11980011001\nLua;11980011002", ["name", "whatsapp"]],
    ["landlines", "Quem;Linha\nSol;1130011001\nLua;1130011002", ["name", "phone"]],
    [
      "numbers under a person's name",
      "Nome;Contato\nSol;11980011001\nLua;11980011002",
      ["name", "whatsapp"],
    ],
    [
      "plurals",
      "Nome;Telefones;Fones;E-mails\nSol;11980011001;1130011001;a@sol.example",
      ["name", "phone", "other.phone", "email"],
    ],
    ["e-mails", "Nome;Escrever para\nSol;a@sol.example", ["name", "email"]],
    ["towns", "Nome;Onde\nSol;São Paulo/SP\nLua;Santos - SP", ["name", "city"]],
    ["streets", "Nome;Fica em\nSol;Rua A, 10\nLua;Av. B, 20", ["name", "address"]],
    ["CNPJs", "Nome;Cadastro\nSol;11.222.333/0001-81", ["name", "cnpj"]],
    [
      "no codes",
      "Nome;Código;Pedido;CPF\nSol;11980011001;11980011002;52998224725",
      ["name", null, null, null],
    ],
    ["no fax", "Nome;Fax\nSol;1130011001", ["name", null]],
  ])("%s", (_what, text, mapping) => {
    expect(guess(text)).toEqual(mapping);
  });
});

describe("the layouts of other programs", () => {
  it.each([
    [
      "an address book of Google's",
      [
        "First Name;Middle Name;Last Name;Organization Name;Organization Title;Notes;Phone 1 - Label",

        "Phone 1 - Value;Phone 2 - Value;Address 1 - Street;Address 1 - City;Address 1 - Region;Address 1 - Postal Code",
      ],
      [
        "contact_name",
        "part.contact_name",
        "part.contact_name",
        "name",
        "contact_role",
        "obs",
        null,
        "phone",
        "other.phone",
        "address",
        "city",
        "state",
        "part.address",
      ],
    ],
    [
      "one of before",
      [
        "Name;Given Name;Family Name;Organization 1 - Name;Organization 1 - Title;Phone 1 - Type;Phone 1 - Value",
      ],
      ["other.name", "contact_name", "part.contact_name", "name", "contact_role", null, "phone"],
    ],
    [
      "people without companies",
      ["First Name;Last Name;Mobile Phone"],
      ["name", "part.name", "whatsapp"],
    ],
    [
      "one of Outlook's",
      [
        "Title;First Name;Last Name;Suffix;Company;Job Title;Business Street;Business City;Business State",

        "Business Postal Code;Business Fax;Business Phone;Mobile Phone;E-mail Address;E-mail Type;E-mail Display Name;Web Page",
      ],
      [
        null,
        "contact_name",
        "part.contact_name",
        null,
        "name",
        "contact_role",
        "address",
        "city",
        "state",
        "part.address",
        null,
        "phone",
        "whatsapp",
        "email",
        null,
        null,
        "website",
      ],
    ],
    [
      "one of Outlook's in Portuguese",
      [
        "Nome;Sobrenome;Empresa;Cargo;Celular;Telefone Comercial;Fax Comercial;Endereço de Email",
        "Nome para exibição do email;Rua do endereço comercial;CEP do endereço comercial",
      ],
      [
        "contact_name",
        "part.contact_name",
        "name",
        "contact_role",
        "whatsapp",
        "phone",
        null,
        "email",
        null,
        "address",
        "part.address",
      ],
    ],
    [
      "the public registry",
      [
        "CNPJ;RAZÃO SOCIAL;NOME FANTASIA;TIPO DE LOGRADOURO;LOGRADOURO;NÚMERO;BAIRRO;CEP;MUNICÍPIO;UF",
        "DDD 1;TELEFONE 1;DDD 2;TELEFONE 2;CORREIO ELETRÔNICO",
      ],
      [
        "cnpj",
        "other.name",
        "name",
        "part.address",
        "address",
        "part.address",
        "part.address",
        "part.address",
        "city",
        "state",
        "part.ddd",
        "phone",
        "part.ddd",
        "other.phone",
        "email",
      ],
    ],
    [
      "a scraper of maps",
      ["title;category;address;website;phone;review_count;emails"],
      ["name", null, "address", "website", "phone", null, "email"],
    ],
  ])("of %s are read", (_what, headers, mapping) => {
    expect(guessMapping(headers.join(";").split(";"))).toEqual(mapping);
  });
});

it("says what a column's values are, by what at least half of them are", () => {
  const tell = (...values: string[]) =>
    judgeColumns(
      ["Coluna"],
      values.map((value) => ({ cells: [value] })),
    ).map(describeValues)[0];
  expect(tell("11980011001", "(11) 3001-1001", "", "a combinar")).toBe(
    "2 de 3 são números de telefone",
  );
  expect(tell("a@b.example")).toBe("1 de 1 é e-mail");
  expect(tell("Sim", "Não")).toBe("2 de 2 são sim ou não");
  expect(tell("01310-100", "13010-000")).toBe("2 de 2 são CEPs");
  expect(tell("Rua A, 10", "Padaria", "Loja")).toBeNull();
  expect(tell("", " ")).toBeNull();
});

it("proposes for a hundred columns at once, and none twice", () => {
  const headers = Array.from(
    { length: 100 },
    (_, n) => ["Nome", "Telefone", "E-mail", "Cidade"][n % 4] ?? "",
  );
  const mapping = guessMapping(headers);
  expect(mapping.slice(0, 8)).toEqual([
    "name",
    "phone",
    "email",
    "city",
    null,
    "other.phone",
    "other.email",
    null,
  ]);
});
