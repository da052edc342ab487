import { describe, expect, it } from "vitest";
import { toAddressKey } from "./addresses.rule";
import { analyzePage } from "./page-analysis.rule";
import { findOnSite } from "./site-findings.rule";

function addressOn(...pages: string[]): string | undefined {
  const analyses = pages.map((html, index) =>
    analyzePage(`https://www.padariacentral.com.br/${index || ""}`, html),
  );
  return findOnSite(analyses, "").address?.value;
}

describe("an address in text", () => {
  it.each([
    ["with its CEP", "Av. Brasil, 1234 - Centro, Campinas - SP, 13070-178", undefined],
    [
      "after a word that it touches",
      "Endereço:Rua Azul, 10 - Centro - Lins/SP",
      "Rua Azul, 10 - Centro - Lins/SP",
    ],
    [
      "with the town after the CEP",
      "Rua Azul, 10 - Centro - CEP 13010-000 - Campinas - SP",
      undefined,
    ],
    [
      "with the town alone after the CEP",
      "Rua Azul, 10 - Centro - CEP 13010-000 - Campinas",
      undefined,
    ],
    ["with a district after the CEP", "Rua Azul, 10, 16400-000 - Vila Sol - Lins - SP", undefined],
    ["with all after the CEP", "Rua Azul 10B, 60871-684 - Sol - Fortaleza - Ceará", undefined],
    [
      "with the town below the CEP",
      "Rua Azul, 10<br>13010-000<br>Campinas/SP<br>Ver no mapa",
      "Rua Azul, 10, 13010-000, Campinas/SP",
    ],
    ["with a CEP glued to the town", "Rua Azul, 10 Centro Campinas13010-000", undefined],
    ["with a CEP glued to its word", "Rua Azul, 10, Campinas, CEP13010000", undefined],
    [
      "with a dotted CEP",
      "Rua Azul, 10, Campinas - SP - 13.010-000 Fone (19) 3232-4545",
      "Rua Azul, 10, Campinas - SP - 13.010-000",
    ],
    ["with a small state", "rua azul, 10 - centro - campinas/sp", undefined],
    ["with a small state before the CEP", "Rua Azul, 10, Campinas - sp, 13010-000", undefined],
    [
      "that begins with the street's bare name",
      "Elias Prado, nº 380 - Centro - CEP 16400-000 - Lins",
      undefined,
    ],
    ["with a state written out", "Rua Azul, 10, Centro, Maringá, Paraná", undefined],
    ["with nothing before its state", "Rua Azul 10 Centro Campinas SP", undefined],
    [
      "in capitals",
      "RUA AZUL, 10 - CENTRO - CAMPINAS/SP - FONE: (19) 3232-4545",
      "RUA AZUL, 10 - CENTRO - CAMPINAS/SP",
    ],
    ["without a number", "Avenida das Palmeiras, Distrito Industrial, Lins - SP", undefined],
    ["without a number, with its CEP", "Estrada da Boiada, Zona Rural, 16400-000", undefined],
    ["without a house's number: s/n", "Praça da Matriz, s/n - Centro, Lins - SP", undefined],
    ["of a street named after a day", "Rua 15 de Novembro, 77 - Centro, Lins - SP", undefined],
    ["of a numbered street", "Rua 3, 45 - Setor Sul, Goiânia - GO", undefined],
    ["of a highway", "RS 342 Km 1 - Distrito Industrial - Ijuí - RS", undefined],
    ["of a federal highway", "BR-116, km 12,5, Pavilhão 3, Lajes/SC", undefined],
    ["of a highway without a space", "Br386, Km180, s/nº - Carazinho/RS", undefined],
    ["with an apartment that is no state", "Rua Azul, 10 - AP 302 - Centro - Lins - SP", undefined],
    ["with sentences for commas", "Rua Azul, 100. Bairro Centro. Campinas. SP", undefined],
    ["between bars", "Rua Azul, 10 | Centro | Maringá | Paraná", undefined],
    ["of a highway by its name", "Rodovia Anhanguera, km 104 - Campinas - SP", undefined],
    ["of a highway with full stops", "BR 153. KM 12. Distrito Sul - Lins/SP", undefined],
    ["of a highway without its kilometre", "DF-290 - Gama, Brasília", undefined],
    ["of a numbered lane", "2ª Travessa da Paz, 40 - Salvador - BA", undefined],
    ["of an avenue that is only numbered", "3ª Avenida, 40, Lins - SP", undefined],
    ["of a square in short", "Pç. da Matriz, 12 - Lins/SP", undefined],
    [
      "of labels with a state written out below them",
      "Av.: Azul, 10<br>Bairro: Centro<br>Cidade: Lins<br>São Paulo<br>Brasil",
      "Av.: Azul, 10, Bairro: Centro, Cidade: Lins, São Paulo",
    ],
    ["of several labels", "Rua: Azul, 40<br>Cidade: Lins - SP", "Rua: Azul, 40, Cidade: Lins - SP"],
    [
      "of a sector of Brasília",
      "SHIS QI 11 Bloco S Sala 204, Lago Sul, Brasília - DF, 71625-205",
      undefined,
    ],
    ["of another sector", "SCS Quadra 2, Bloco C, Sala 10 - Brasília/DF", undefined],
    ["of a lot of Brasília", "AE 12 Conjunto C, Lote 4, Guará - Brasília/DF", undefined],
    [
      "between letters that stand for bars",
      "Rua Azul, 10 - Centro l CEP: 16400-000 l Lins l SP",
      "Rua Azul, 10 - Centro | CEP: 16400-000 | Lins | SP",
    ],
    ["of a short sector", "CLN 305 Bloco A Loja 10, Asa Norte - Brasília - DF", undefined],
    ["of a block and lot", "Quadra 12, Lote 4, Setor Bueno, Goiânia - GO", undefined],
    ["of a servidão", "Servidão dos Pinheiros, 88, Campeche, Florianópolis - SC", undefined],
    [
      "in a long paragraph",
      `${"Desde 1998 fazemos pão com carinho. ".repeat(30)}Estamos na Rua Azul, 10, Centro, em Campinas - SP, e esperamos a sua visita.`,
      "Rua Azul, 10, Centro, em Campinas - SP",
    ],
    [
      "after its CEP",
      "CEP 13010-000 - Rua Azul, 10 - Campinas - SP",
      "Rua Azul, 10 - Campinas - SP",
    ],
    ["with a corner", "Rua Azul, 10, esquina com a Rua Verde, Centro, Lins - SP", undefined],
    ["with a number of thousands", "Av. Brasil, 1.234 - Centro, Campinas - SP", undefined],
    [
      "before another one",
      "Rua Azul, 10 - Lins - SP<br>Rua Verde, 20 - Bauru - SP",
      "Rua Azul, 10 - Lins - SP",
    ],
  ])("is found %s", (_, html, address) => {
    expect(addressOn(`<p>${html}</p>`)).toBe(address ?? html);
  });

  it.each([
    ["a word before it", "Endereço: Rua Azul, 10 - Centro", "Rua Azul, 10 - Centro"],
    [
      "a heading above it",
      "<h3>Onde estamos</h3><p>Rua Azul, 10 - Centro</p>",
      "Rua Azul, 10 - Centro",
    ],
    [
      "a telephone after it",
      "Rua Azul, 10 - Centro<br>Tel.: (19) 3232-4545",
      "Rua Azul, 10 - Centro",
    ],
    ["a telephone before it", "(19) 3232-4545<br>Rua Azul, 10", "Rua Azul, 10"],
    [
      "an icon",
      '<i class="fas fa-map-marker-alt"></i> Rua Azul, 10 - Centro',
      "Rua Azul, 10 - Centro",
    ],
    [
      "an e-mail after it",
      "Avenida das Flores 200, Jardim Sul<br>contato@padariacentral.com.br",
      "Avenida das Flores 200, Jardim Sul",
    ],
    [
      "its district in the next line",
      "Visite-nos<br>Rua Azul, nº 10<br>Jardim Paulista<br>Início",
      "Rua Azul, nº 10, Jardim Paulista",
    ],
    ["opening hours before it", "Seg a sex, 8h às 18h<br>Rua Azul, 10 / 403", "Rua Azul, 10 / 403"],
    [
      "its town in the next line",
      "Onde estamos<br>Rua Azul, 10 - Barra<br>Rio de Janeiro",
      "Rua Azul, 10 - Barra, Rio de Janeiro",
    ],
    [
      "its district and its town in the next lines",
      "Rua Azul, 10<br>Vila Sol<br>São João da Boa Vista<br>contato@padariacentral.com.br",
      "Rua Azul, 10, Vila Sol, São João da Boa Vista",
    ],
    ["a pin in the text", "📍 Rua Azul, 10 — Vila Sol", "Rua Azul, 10 — Vila Sol"],
    ["a sentence", "A padaria fica na Rua Azul, 10, Lins.", "Rua Azul, 10, Lins"],
    ["a signature", "© 2024 Padaria Central | Rua Azul, 10, Lins", "Rua Azul, 10, Lins"],
    ["an invitation", "Estamos na Rua Azul, 10, Lins. Venha nos ver", "Rua Azul, 10, Lins"],
    ["a label alone below it", "Onde estamos<br>Rua Azul, 10<br>Bairro", "Rua Azul, 10"],
    ["no menu in the next line", "Onde estamos<br>Rua Azul, 10<br>Produtos", "Rua Azul, 10"],
    ["the opening hours", "Rua Azul, 10. Horário: das 8h às 18h", "Rua Azul, 10"],
    [
      "a word that only its style sets apart",
      "<b>Endereço</b><span>R. Azul, 10 - Vila Sol</span><small>Lins - SP</small><b>E-mail</b>",
      "R. Azul, 10 - Vila Sol Lins - SP",
    ],
    [
      "its label, in small letters",
      "Endereço: Rua coronel Sol - 1064 LOJA",
      "Rua coronel Sol - 1064 LOJA",
    ],
    ["a highway's kilometre", "Localização: BR 101, km 33", "BR 101, km 33"],
  ])("without state and CEP is one beside %s", (_, html, address) => {
    expect(addressOn(html)).toBe(address);
  });

  it.each([
    "<p>A Rua Augusta tem 3 lojas nossas.</p><p>Tel (11) 3232-4545</p>",
    "<p>Rua Azul, 10 - Centro</p>",
    "<p>Fale via WhatsApp 19 98765-4123</p>",
    "<p>Endereço de e-mail: contato@padariacentral.com.br</p>",
    "<p>Entregamos em qualquer rua de Campinas - SP</p>",
    "<p>Estrada com 20 anos de história. Contato: (19) 3232-4545</p>",
    "<p>Tudo no largo da memória, 13010-000</p>",
    "<p>O quadro Setor de vendas, ramal 22, tel (19) 3232-4545</p>",
    "<p>Clientes: obra na Rua Verde, 77, e-mail x@y.com.br</p>",
    "<p>Site por Agência X, Rua Verde, 77, Lins - SP</p>",
    "<p>BR 101 e SC 401</p>",
    "<p>Conhecemos cada rua do bairro.</p><p>Imobiliária em Campinas, SP. Há 15 anos, 300 imóveis.</p>",
    "<p>Conhecemos cada Rua do bairro.</p><p>Nº 10 em vendas. Campinas, SP</p>",
    "<p>Qualquer Rua. Depois outra frase inteira. Campinas - SP</p>",
    "<p>Vendo apto 302 Bloco B - Lins - SP</p>",
    "<p>P O R T F O L I O</p><p>Ana Lima, Campinas/SP</p>",
    "<p>Ótimo serviço! Fernanda R. Osasco, SP</p>",
    "<p>Plano Total Família, 13010-000</p><p>Em até 10 vezes</p>",
    "<address>Setor Marista, Goiânia - GO</address>",
    "<h2>Na linha do KPI</h2><p>1.500 m³/mês</p><p>+300% em 36 meses</p><p>Lins, SP</p>",
  ])("is none in %s", (html) => {
    expect(addressOn(html)).toBeUndefined();
  });
});

describe("of several addresses", () => {
  it("the one with street and number comes before one with only a district", () => {
    const node = (address: object) =>
      `<script type="application/ld+json">${JSON.stringify({ "@type": "Bakery", name: "Central", telephone: "(19) 3232-4545", address })}</script>`;
    const district = { streetAddress: "Centro", addressLocality: "Campinas", addressRegion: "SP" };
    const street = { ...district, streetAddress: "Rua Azul, 10" };
    expect(addressOn(node(district) + node(street))).toBe("Rua Azul, 10, Campinas - SP");
    expect(addressOn(node([district, street] as never))).toBe("Rua Azul, 10, Campinas - SP");
    expect(addressOn(`${node(district)}<p>Rua Azul, 10 - Campinas - SP</p>`)).toBe(
      "Rua Azul, 10 - Campinas - SP",
    );
    expect(addressOn(node(district))).toBe("Centro, Campinas - SP");
  });

  it("the surest has its town from another spelling", () => {
    expect(
      addressOn(
        "<address>Rua Azul, 10</address>",
        "<p>R. Azul, 10 - Centro, Campinas - SP, 13010-000</p>",
      ),
    ).toBe("R. Azul, 10 - Centro, Campinas - SP, 13010-000");
  });

  it("a full one comes before one that only stands beside a telephone", () => {
    expect(
      addressOn(
        "<p>Rua Verde, 20<br>Tel (19) 3232-4545</p><p>Rua Azul, 10 - Lins - SP, 16400-000</p>",
      ),
    ).toBe("Rua Azul, 10 - Lins - SP, 16400-000");
  });

  it("a street repeats no town that it already names", () => {
    const address = {
      streetAddress: "Rua Azul, 10 - Lins - SP",
      addressLocality: "Lins",
      addressRegion: "SP",
    };
    const html = `<script type="application/ld+json">${JSON.stringify({ "@type": "Bakery", name: "Central", telephone: "(19) 3232-4545", address })}</script>`;
    expect(addressOn(html)).toBe("Rua Azul, 10 - Lins - SP");
  });
});

describe("an address on a map", () => {
  it.each([
    '<iframe src="https://maps.google.com/maps?q=Rua%20Azul%2C%2010%20-%20Centro%2C%20Lins%20-%20SP&output=embed"></iframe>',
    '<a href="https://www.google.com/maps/place/Rua+Azul,+10+-+Centro,+Lins+-+SP/@-21.6,-49.7,17z">Mapa</a>',
    '<a href="https://www.google.com/maps/search/?api=1&query=Rua+Azul,+10+-+Centro,+Lins+-+SP">Mapa</a>',
  ])("%s", (html) => {
    expect(addressOn(html)).toBe("Rua Azul, 10 - Centro, Lins - SP");
  });

  it("is none when the map shows a company by its name", () => {
    expect(
      addressOn('<a href="https://www.google.com/maps/place/Padaria+Central/@-21.6,-49.7">x</a>'),
    ).toBeUndefined();
  });
});

describe("an address that a template shows", () => {
  it.each([
    "Rua Exemplo, 123 - Centro, Cidade/UF",
    "Rua de Exemplo, 100 - São Paulo - SP",
    "Av. Modelo, 1000 - Centro, São Paulo - SP",
    "Rua Nome da Rua, 10 - Campinas - SP",
    "Rua Lorem Ipsum, 55 - Lins - SP",
    "Rua Fictícia, 12 - Lins - SP",
    "Avenida Teste, 1 - Lins - SP",
    "Rua Tal, 20 - Lins - SP",
    "Rua Xxxxx, 00 - Lins - SP",
    "Rua XX, 10 - Lins - SP",
    "Rua Qualquer, 10 - Lins - SP",
    "Rua Principal, 123 - Lins - SP",
    "Rua Azul, 10 - Lins - SP, 12345-678",
    "Rua Azul, 10 - Lins - SP, 00000-000",
    "Av. Bernardino de Campos, 98 - São Paulo - SP",
    "Rua Azul, 10 - Seu Bairro, Lins - SP",
    "Rua das Flores,000 - Centro, Lins - SP",
    "Rua da XYZ, N° 1234",
    "Rua dos Irmãos, 9999 - Centro, Lins - SP",
    "Rua Número, 123 - Lins - SP",
    "Rua Alguma Coisa, 12 - Lins - SP",
    "Av. da Empresa, 100 - Centro, Lins - SP",
    "Rua Azul, 10 - Centro, Cidade - SP",
    "Box 10 - Seu Bairro, Lins - SP",
  ])("%s is nobody's", (written) => {
    expect(addressOn(`<p>Endereço: ${written}</p>`)).toBeUndefined();
  });

  it.each(["COMPLETAR ENDERECO", "Atendimento em domicílio"])(
    "%s in a description of the company is none",
    (street) => {
      const address = { streetAddress: street, addressLocality: "Lins" };
      const node = { "@type": "Store", name: "Sol", telephone: "1", address };
      const html = `<script type="application/ld+json">${JSON.stringify(node)}</script>`;
      expect(addressOn(html)).toBeUndefined();
    },
  );

  it.each([
    "Rua Aquidauana, 10 - Lins - SP",
    "Rua Testemunha de Cristo, 4 - Lins - SP",
    "Rua Talita Ramos, 4 - Lins - SP",
    "Rua Seu Chico, 31 - Lins - SP",
    "Rua XX de Setembro, 900 - Lins - SP",
    "Avenida Principal, 1230 - Lins - SP",
    "Av. Bernardino de Campos, 981 - São Paulo - SP",
    "Rua Azul, 10 - Lins - SP, 12345-670",
    "Rua Azul, 10 - Nova Cidade - SP",
    "Rua dos Empresários, 10 - Lins - SP",
    "Rua dos Irmãos, 999 - Lins - SP",
  ])("%s is a real one", (written) => {
    expect(addressOn(`<p>Endereço: ${written}</p>`)).toBe(written);
  });

  it("the example of a form above it does not make a real one an example", () => {
    const html = "<small>(11) 99999-9999</small><p>Lins - SP, Rua Azul, 10 - Centro</p>";
    expect(addressOn(html)).toBe("Rua Azul, 10 - Centro, Lins - SP");
  });
});

describe("a place without a street", () => {
  it.each([
    "Mercado Municipal, box 12 - Lins - SP",
    "Condomínio Sol, casa 5 - Lins/SP",
    "Colônia Sol, s/n, Lins - SP",
    "R: das Acácias, 77 - Lins - SP",
  ])("is an address where it is announced as one: %s", (written) => {
    expect(addressOn(`<h4>Onde estamos</h4><p>${written}</p><p>Início</p>`)).toBe(written);
    expect(addressOn(`<p>Endereço: ${written}</p>`)).toBe(written);
    expect(addressOn(`<h4>Novidades</h4><p>${written}</p>`)).toBeUndefined();
  });

  it.each(["Centro, Lins - SP", "Atendemos 12 cidades", "contato10@padariacentral.com.br"])(
    "is none without a number and a state: %s",
    (written) => {
      expect(addressOn(`<p>Endereço: ${written}</p>`)).toBeUndefined();
    },
  );
});

describe("spellings of one address", () => {
  it.each([
    ["Rua Azul | N° 10 | Lins - SP", "R. Azul, 10 - Lins - SP"],
    ["Rua Azul 10B, 16400-000 - Lins", "Rua Azul, 10B - Lins - SP"],
    ["Rua Azul, Lins - SP, CEP 16400-000", "Rua Azul, Lins - SP"],
  ])("have one key: %s", (one, other) => {
    expect(toAddressKey(one)).toBe(toAddressKey(other));
  });
});

describe("a town before its street", () => {
  it.each([
    "Lins/SP – Rua Azul, 10",
    "Lins - SP, Rua Azul, 10",
    "Lins - SP | Rua Azul, 10",
    "Lins (SP) • Rua Azul, 10",
    "Lins/SP: Rua Azul, 10",
    "Lins | SP<br>Rua Azul, 10",
    "Unidade Lins - SP<br>Rua Azul, 10",
    "Matriz Lins/SP - Rua Azul, 10",
  ])("%s", (written) => {
    expect(addressOn(`<footer><p>${written}</p></footer>`)).toBe("Rua Azul, 10, Lins - SP");
  });

  it("is not another address's", () => {
    const html = "<p>Endereço: Rua Verde, 5 - Lins - SP</p><p>Rua Azul, 10</p>";
    expect(addressOn(html)).toBe("Rua Verde, 5 - Lins - SP");
  });
});
