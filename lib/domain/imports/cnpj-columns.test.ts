import { describe, expect, it } from "vitest";
import { guessMapping } from "./column-assignment";
import { describeValues, judgeColumns } from "./column-values";

function readTable(text: string) {
  const [headers = [], ...rows] = text.split("\n").map((line) => line.split(";"));
  return { headers, rows: rows.map((cells) => ({ cells })) };
}

function guess(text: string) {
  const { headers, rows } = readTable(text);
  return guessMapping(headers, [], rows);
}

describe("a CNPJ in three columns", () => {
  it.each([
    ["of texts", "CNPJ_BASICO;CNPJ_ORDEM;CNPJ_DV;NOME\n11222333;0001;81;Sol\n01222333;0001;28;Lua"],
    ["of numbers", "CNPJ BÁSICO;CNPJ ORDEM;CNPJ DV;Nome\n11222333;1;81;Sol\n1222333;1;28;Lua"],
    ["with short names", "Raiz;Ordem;DV;Nome\n11.222.333;1.0;81.0;Sol\n1222333.0;1.0;28.0;Lua"],
  ])("%s is proposed, and said", (_what, text) => {
    expect(guess(text)).toEqual(["cnpj", "part.cnpj", "part.cnpj", "name"]);
    const { headers, rows } = readTable(text);
    const values = judgeColumns(headers, rows);
    expect(values.slice(0, 3).map(describeValues)).toEqual([
      "2 de 2 são CNPJs",
      "Completa o CNPJ",
      "Completa o CNPJ",
    ]);
  });

  it.each([
    [
      "is none where they make none",
      "CNPJ_BASICO;CNPJ_ORDEM;CNPJ_DV;NOME\n11222333;0001;80;Sol",
      null,
    ],
    ["is none without its order", "CNPJ_BASICO;CNPJ_DV;NOME\n11222333;81;Sol", null],
    [
      "is not asked for beside a whole one",
      "CNPJ_BASICO;CNPJ_ORDEM;CNPJ_DV;NOME;CNPJ\n11222333;0001;81;Sol;11222333000181",
      "cnpj",
    ],
  ])("%s", (_what, text, last) => {
    const mapping = guess(text);
    expect(mapping.filter((target) => target?.includes("cnpj"))).toEqual(last ? [last] : []);
    expect(mapping.at(-1)).toBe(last ?? "name");
  });

  it("stands with the other columns of the registry's files", () => {
    const columns: [header: string, value: string, target: string | null][] = [
      ["CNPJ_BASICO", "1222333", "cnpj"],
      ["CNPJ_ORDEM", "1", "part.cnpj"],
      ["CNPJ_DV", "28", "part.cnpj"],
      ["IDENTIFICADOR_MATRIZ_FILIAL", "1", null],
      ["NOME_FANTASIA", "SOL", "name"],
      ["SITUACAO_CADASTRAL", "2", null],
      ["DATA_SITUACAO_CADASTRAL", "20181105", null],
      ["MOTIVO_SITUACAO_CADASTRAL", "0", null],
      ["DATA_INICIO_ATIVIDADE", "20181105", null],
      ["CNAE_FISCAL_PRINCIPAL", "4721102", "cnae"],
      ["CNAE_FISCAL_SECUNDARIA", "1091102,4729699", null],
      ["TIPO_LOGRADOURO", "RUA", "part.address"],
      ["LOGRADOURO", "DAS FLORES", "address"],
      ["NUMERO", "10", "part.address"],
      ["COMPLEMENTO", "SALA 2", "part.address"],
      ["BAIRRO", "CENTRO", "part.address"],
      ["CEP", "1310100", "part.address"],
      ["UF", "SP", "state"],
      ["MUNICIPIO", "7107", null],
      ["DDD_1", "11", "part.ddd"],
      ["TELEFONE_1", "30011001", "phone"],
      ["DDD_2", "11", "part.ddd"],
      ["TELEFONE_2", "30011002", "other.phone"],
      ["DDD_FAX", "11", null],
      ["FAX", "30011003", null],
      ["CORREIO_ELETRONICO", "a@sol.example", "email"],
    ];
    const header = columns.map(([name]) => name).join(";");
    const row = columns.map(([, value]) => value).join(";");
    expect(guess(`${header}\n${row}`)).toEqual(columns.map(([, , target]) => target));
  });
});
