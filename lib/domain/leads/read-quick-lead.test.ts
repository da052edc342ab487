import { expect, test } from "vitest";
import { readQuickLead } from "./read-quick-lead";

test.each([
  [
    "Padaria Sol 11 98765-4321 padariasol.com.br",
    { name: "Padaria Sol", whatsapp: "5511987654321", website: "padariasol.com.br" },
  ],
  ["(11) 98765-4321 Padaria Sol", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  ["Padaria Sol, +55 11 98765 4321", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  ["Padaria Sol - 11987654321", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  [
    "Clínica Lua | (21) 3333-4444 | contato@clinicalua.com.br",
    { name: "Clínica Lua", phone: "(21) 3333-4444", email: "contato@clinicalua.com.br" },
  ],
  [
    "Bar do Mar 11.222.333/0001-81 21 99876-5432 21 3333-4444",
    {
      name: "Bar do Mar",
      cnpj: "11222333000181",
      whatsapp: "5521998765432",
      phone: "21 3333-4444",
    },
  ],
  [
    "Loja 24 Horas https://www.loja24.com.br/contato",
    { name: "Loja 24 Horas", website: "https://www.loja24.com.br/contato" },
  ],
  ["Padaria 12.ABC.345/01DE-35", { name: "Padaria", cnpj: "12ABC34501DE35" }],
  ["Padaria, 12.abc.345/01de-35", { name: "Padaria", cnpj: "12ABC34501DE35" }],
  ["12ABC34501DE35 Padaria", { name: "Padaria", cnpj: "12ABC34501DE35" }],
  // Digits that check another one's letters, and words of as many letters.
  ["Padaria 12.ABC.345/01DE-36", { name: "Padaria 12.ABC.345/01DE-36" }],
  ["SUPERMERCADO10 11.222.333/0001-81", { name: "SUPERMERCADO10", cnpj: "11222333000181" }],
  [
    "Loja 11.222.333/0001-82 12.ABC.345/01DE-35",
    { name: "Loja 11.222.333/0001-82", cnpj: "12ABC34501DE35" },
  ],
  // A second mobile stays in sight.
  [
    "Oficina 11 98765-4321 11 91234-5678",
    { name: "Oficina 11 91234-5678", whatsapp: "5511987654321" },
  ],
  ["Padaria Sol +55 (0) 11 98765-4321", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  ["Padaria Sol (0xx11) 98765-4321", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  ["Padaria Sol 0 15 11 98765-4321", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  ["Padaria Sol 021 11 98765-4321 ramal 12", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  ["Padaria Sol １１ ９８７６５-４３２１", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  [
    "Padaria Sol https://api.whatsapp.com/send?phone=5511987654321&text=Oi%202026",
    { name: "Padaria Sol", whatsapp: "5511987654321" },
  ],
  ["Padaria Sol wa.me/5511987654321", { name: "Padaria Sol", whatsapp: "5511987654321" }],
  ["Padaria Sol +351 912 345 678", { name: "Padaria Sol", whatsapp: "351912345678" }],
  ["Padaria Sol 0800 123 4567", { name: "Padaria Sol", phone: "0800 123 4567" }],
  [
    "Padaria Sol 11 3333-4444 ramal 12, 11 98765-4321",
    { name: "Padaria Sol", phone: "11 3333-4444 ramal 12", whatsapp: "5511987654321" },
  ],
  // No area of Brazil.
  ["Sala 20 98765-4321", { name: "Sala 20 98765-4321" }],
  ["S.A. Indústria", { name: "S.A. Indústria" }],
  ["  ", { name: "" }],
])("%j", (line, lead) => {
  expect(readQuickLead(line)).toEqual(lead);
});

test("a long line is read quickly, and so far only", () => {
  expect(readQuickLead("1 ".repeat(100_000)).name.length).toBeLessThanOrEqual(300);
});
