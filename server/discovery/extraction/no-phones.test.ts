import { describe, expect, it } from "vitest";
import { analyzePage } from "./page-analysis.rule";
import { findOnSite } from "./site-findings.rule";

const OWN = `<title>Oficina Modelo Ltda</title><h1>Oficina Modelo Ltda</h1><address>Rua dos Tecelões, 127 - Mooca - São Paulo - SP, CEP 03101-100</address><p>Telefone: (11) 2000-0143</p>`;

function find(html: string) {
  const found = findOnSite([analyzePage("https://www.oficinamodelo.example/", html)], "");
  const { whatsapp, phone, cnpj, others } = found;
  return {
    whatsapp: whatsapp?.value,
    phone: phone?.value,
    cnpj: cnpj?.value,
    further: others?.phones ?? [],
  };
}

const ONLY_ITS_OWN = {
  whatsapp: undefined,
  phone: "551120000143",
  cnpj: undefined,
  further: [],
};

describe("what is no phone", () => {
  it.each([
    '<footer><a href="/contato">Contato</a> <span>ISO 9001-2015</span></footer>',
    "<p>Dados bancários: Banco Exemplo, Ag. 1199, C/C 98765-4321</p>",
    "<p>Rolamento 98765-4321 para bomba centrífuga. Ref.: 98765-4322, SKU 98765-4323</p>",
    "<p>Pedido nº 11 98765-4321 entregue. Imóvel de matrícula 11 3000-1234, 2º Registro de Imóveis.</p>",
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"LocalBusiness","name":"Oficina Modelo","telephone":"+1-401-555-1212"}</script>',
    "<p>Central de LED 3000-6500 K</p><p>Contato elétrico 4000-6000 V</p>",
    "<p>Atendimento SUSEP 0800 021 8484, ANS 0800 701 9656</p>",
    "<p>Plano da Operadora Exemplo S.A., CNPJ 11.222.333/0001-81, registro ANS 12345-6</p>",
    // The same with digits that no template has.
    '<a href="/contato">Contato</a> <span>NBR 9050-2020</span>',
    "<p>C/C 98765-0912</p>",
    "<p>Atendimento: Ag. 1234 Conta 98765-0912</p>",
    "<p>Conta corrente nº 98765-0912</p>",
    "<p>Rolamento 98765-0912. Ref.: 98765-0913, SKU 98765-0914</p>",
    "<p>Pedido nº 11 98765-0912</p>",
    "<p>Protocolo: 11 98765-0912</p>",
    "<p>Nota fiscal 11 98765-0912</p>",
    "<p>Contato Lei 9.503-1997</p>",
    "<p>Atendimento conforme Portaria 3456/2019</p>",
    "<p>Contato. Processo 0001234-56.2023.8.26.0100</p>",
    "<p>Central: Art. 3000-1234</p>",
    "<p>Contato, desde 1998-2024</p>",
    "<p>Pix CNPJ 98765-0912</p>",
    "<p>Pix CPF 11987650912</p>",
    "<p>Central de ar 3000-6500 W</p>",
    "<p>Contato R$ 3000-6500</p>",
    "<p>Central Modelo: 3000-1234</p>",
    "<p>Contato: peça 98765-0912</p>",
    "<p>Atendimento ANEEL 0800 727 2010</p>",
    "<p>Ministério da Saúde: 0800 644 5645</p>",
    "<p>Certificado nº 11 3000-1234</p>",
    "<p>Placa ABC-1234, chassi 98765-0912</p>",
    "<p>98765-0912</p>",
  ])("is none beside the company's own: %s", (html) => {
    expect(find(`${OWN}${html}`)).toEqual(ONLY_ITS_OWN);
  });

  it.each([
    "<p>Dados para depósito:<br>Ag.: 1130<br>C/C: 3000-1234</p><h3>Pix</h3><p>CPF<br>21987654321</p>",
    "<p>C/C: 3000-1298</p><h3>Pix</h3><p>CPF<br>21987650912</p>",
  ])("is none on a page without any: %s", (html) => {
    expect(find(`<h1>Oficina Modelo Ltda</h1>${html}`)).toEqual({
      ...ONLY_ITS_OWN,
      phone: undefined,
    });
  });
});

describe("what is a phone stays one", () => {
  const PLACE =
    "<address>Rua dos Tecelões, 127 - Mooca - São Paulo - SP, CEP 03101-100</address><p>(11) 2000-0199</p>";
  it.each([
    ["Fale conosco: (11) 2000-0143", ["551120000143"]],
    ["Fone/Fax: (11) 2000-0143", ["551120000143"]],
    ["Fone/Fax 2000-0143 (11) 2000-0150", ["551120000143", "551120000150"]],
    ["Plantão 24h 99123-4501", ["5511991234501"]],
    ["Whats: 99123-4501", ["5511991234501"]],
    ["(11) 2000-0150<br>Vendas 2000-0143 | 2000-0144", ["551120000150", "551120000143"]],
    ["Central de atendimento (11) 4003-1234", ["551140031234", "5540031234"]],
    ["Tel.: 0800 770 1234", ["558007701234"]],
    ["Pix: 11 98765-0912", ["5511987650912"]],
    ["Banco Exemplo - Telefone: 2000-0143", ["551120000143"]],
    ["Agência Modelo - 11 2000-0143", ["551120000143"]],
    ["Conta com a gente! Ligue 2000-0143", ["551120000143"]],
    ["Pedidos: 11 98765-0912", ["5511987650912"]],
    ["Peça já 11 98765-0912", ["5511987650912"]],
    ["Peça pelo 11 98765-0912", ["5511987650912"]],
    ["Peça pelo WhatsApp 98765-0912", ["5511987650912"]],
    ["Oficina Modelo 11 2000-0143", ["551120000143"]],
    ["CNPJ e CPF aceitos. Tel 2000-0143", ["551120000143"]],
    ["F: 2000-0143", ["551120000143"]],
    ["<a href='tel:20000143'><i class='fa fa-phone'></i></a> 2000-0143", ["551120000143"]],
    ["<i class='fa fa-phone'></i> 2000-0143", ["551120000143"]],
    ["<i class='fa fa-whatsapp'></i> 99123-4501", ["5511991234501"]],
  ] as const)("%s", (html, some) => {
    const { whatsapp, phone, further } = find(`<p>${html}</p>${PLACE}`);
    const found = [whatsapp, phone, ...further];
    expect(
      some.some((each) => found.includes(each)),
      JSON.stringify(found),
    ).toBe(true);
  });
});
