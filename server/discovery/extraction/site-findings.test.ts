import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzePage } from "./page-analysis.rule";
import { findOnSite } from "./site-findings.rule";

const HOME = "https://www.padariacentral.com.br/";

function findIn(html: string, fallbackName = "", url = HOME) {
  const findings = findOnSite([analyzePage(url, html)], fallbackName);
  return Object.fromEntries(Object.entries(findings).map(([field, { value }]) => [field, value]));
}

describe("name", () => {
  it.each([
    [
      "<title>Padaria Central - Pães e bolos em Campinas</title><h1>O melhor pão</h1>",
      "Padaria Central",
    ],
    ["<title>Bem-vindo à Padaria Central</title>", "Padaria Central"],
    ["<title>:: PADARIA CENTRAL DO ZÉ :: Campinas - SP ::</title>", "Padaria Central do Zé"],
    ['<title>Início</title><meta property="og:site_name" content="Central Pães">', "Central Pães"],
    [
      "<title>Padaria Central, Campinas\n<meta name=description></title><p>Campinas - SP",
      "Padaria Central",
    ],
    ["<h1>Padaria Central</h1><h1>Contato</h1>", "Padaria Central"],
    ["<title>Erro 404</title>", "Padariacentral"],
    ["<title>padariacentral.com.br</title>", "Padariacentral"],
    ["<title>Padaria Central</title><svg><title>WhatsApp</title></svg>", "Padaria Central"],
    ["<title>Nutricionista Esportiva | Rita Couto CRN3 00000</title>", "Rita Couto"],
    ["<title>Rita Couto - OAB/SP 000.000 | Advocacia Tributária</title>", "Rita Couto"],
    ["<title>Landing Page da Central Pães</title>", "Central Pães"],
    ["<title>Informações sobre a Central Pães</title>", "Central Pães"],
    ["<title>Tamanduá Manutenção | Sempre em dia</title>", "Tamanduá Manutenção"],
    ["<title>Domínio Tamanduá</title>", "Domínio Tamanduá"],
    ["<title>tamandua</title>", "tamandua"],
    ["<title>padaria-sao-tamandua-site</title>", "Padaria Sao Tamandua"],
    ["<title>SiteTamandua</title>", "Tamandua"],
    ["<title>Loja do Tamanduá</title>", "Loja do Tamanduá"],
    ["<title>Loja oficial do Tamanduá</title>", "Tamanduá"],
    ["<title>(FAVICON)Tamanduá</title>", "Tamanduá"],
    ["<title>Farmácias saúde - Remédios</title>", "Farmácias saúde"],
    ["<title>DR Imóveis</title>", "DR Imóveis"],
    ["<title>Psi. Rita Couto</title>", "Psi. Rita Couto"],
    ["<title>Casa do Tamanduá Santa Luzia Web Design</title>", "Casa do Tamanduá Santa Luzia"],
    [
      "<title>Esquadrias de alumínio | Tamanduá esquadrias</title><p>Produtos das Esquadrias de alumínio",
      "Tamanduá esquadrias",
    ],
    [
      "<title>Curso de Unhas | Rita Couto</title><p>Mais sobre as técnicas do Curso de Unhas.</p>© 2026 Rita Couto Designer",
      "Rita Couto",
    ],
    [
      '<h1>Dra. Rita Couto Cirurgiã Vascular</h1><script type="application/ld+json">{"@type":"LocalBusiness","name":"Dra. Rita Couto — Cirurgiã Vascular"}</script>',
      "Dra. Rita Couto",
    ],
    ["<title>Tecnologia & Gestão | Soluções</title>", "Padariacentral"],
    [
      "<title>Dra. Rita Couto | Justiça com Excelência e Ética</title><h1>Justiça com<br>Excelência e Ética</h1><p>© 2026 Dra. Rita Couto. Todos os direitos",
      "Dra. Rita Couto",
    ],
    [
      "<title>Barba</title><p>Copyright | <data>Tamanduá - Todos Direitos Reservados.</data>",
      "Tamanduá",
    ],
    ["<title>[SEU NOME AQUI] Advocacia — Protótipo</title>", "Padariacentral"],
    ["<title>Trabalho em grupo</title><p>© 2024 Grupo 417", "Padariacentral"],
    [
      "<title>Página inicial</title><h2>Sobre nós</h2><p>A Tamanduá Pães é uma loja de Lins.",
      "Tamanduá Pães",
    ],
    ["<title>Home</title><p>O Tamanduá nasceu em 1990.", "Tamanduá"],
    ["<title>Home</title><h2>Bem-vindos à Tamanduá Pães!</h2>", "Tamanduá Pães"],
    ["<title>Home</title><p>A Osteopatia é uma técnica antiga.", "Padariacentral"],
    [
      "<title>Consertos em Lins</title><img class=logo alt='Refrigeração Especializada'>© Refrigeração Especializada.",
      "Refrigeração Especializada",
    ],
    ["<title>Consertos em Lins</title><img class=logo alt='Refrigeração'>", "Padariacentral"],
    ["<title>Central Pães, Lins.</title><p>Lins – SP", "Central Pães"],
    [
      "<title>Tamanduá</title><p>A Tamanduá é de família.</p>© Estudio Zeta. All rights reserved.",
      "Tamanduá",
    ],
    [
      "<title>Eletricista | Especialista</title><div class='logo'>⚡Tamanduá Elétrica</div><h1>Soluções seguras para todos</h1>",
      "Tamanduá Elétrica",
    ],
    [
      "<title>Desentupidora em Lins 24h</title><meta name=author content='Tamanduá'><p>A Tamanduá é de família.",
      "Tamanduá",
    ],
    [
      "<title>Contato</title><meta name=author content='Rita Couto'><p>Site por Rita Couto",
      "Padariacentral",
    ],
    [
      "<title>Toldos Lins | Tamanduá</title><h1>Toldos em Lins</h1><p>Toldos em Lins e região",
      "Tamanduá",
    ],
    [
      "<title>Toldos Lins</title><h1>Toldos Lins</h1><h1>Lonas e coberturas</h1><p>Toldos em Lins",
      "Toldos Lins",
    ],
    ["<title>Rui Dias - Desenvolvedor Front-End</title><h1>Tamanduá Pães</h1>", "Tamanduá Pães"],
    ["<title>Tamanduá</title>© 2024 Rui Dias - Desenvolvedor Web", "Tamanduá"],
    [
      "<title>Tamanduá Pães + Bolos</title><img class=logo alt=Tamanduá><p>A Tamanduá é de família",
      "Tamanduá Pães + Bolos",
    ],
    ["<title>Nota de Serviço - Padaria</title><p>PADARIA CENTRAL</p>", "Padaria Central"],
    [
      "<title>Central Couto Pães</title><img class=logo alt='logo central padaria'>",
      "Central Couto Pães",
    ],
    ["© 2014 Tamanduá / Todos direitos reservados.", "Tamanduá"],
    ["<title>TP - Móveis & Eletro</title>© 2026 TP - MÓVEIS & ELETRO", "TP Móveis & Eletro"],
    ["<p>Feito com carinho © 2026 Tamanduá</p>", "Tamanduá"],
    ["<p>Todos os direitos reservados © 2026 Tamanduá</p>", "Tamanduá"],
    ["<p>Tamanduá © 2026 - Pães que contam histórias</p>", "Tamanduá"],
    [
      "<title>Rita Couto | Psicóloga</title>© 2026 Rita Couto de Abreu Lima. Todos os direitos",
      "Rita Couto",
    ],
    [
      '<img src=logo.png alt="Rita Psicologia Clínica"><script type="application/ld+json">{"@type":"LocalBusiness","name":"Rita - Psicologia Clínica"}</script>',
      "Rita Psicologia Clínica",
    ],
  ])("%s", (html, name) => {
    expect(findIn(html).name).toBe(name);
  });

  it.each([
    "Fale conosco",
    "Vite + React",
    "Lovable App",
    "Create Next App",
    "Contatos da empresa",
    "Entre em contato",
    "Página de contato",
    "Nossas lojas",
    "Conheça a nossa história",
    "Home Page",
    "Em breve",
    "Perguntas frequentes",
  ])("is not %s", (title) => {
    const html = `<title>${title}</title><h1>${title}</h1><p>© 2024 Pães Dona Ana. Todos os direitos reservados.</p>`;
    expect(findIn(html).name).toBe("Pães Dona Ana");
  });

  it.each([
    "© 2024 Padaria Central. Todos os direitos reservados.",
    "&copy; 2019-2026 Padaria Central - Todos os direitos reservados",
    "Copyright © Padaria Central 2024",
    "Copyright 2024 | Padaria Central | Desenvolvido por Agência X",
    "(c) 2020 - PADARIA CENTRAL - CNPJ 11.222.333/0001-81",
    "© Padaria Central, 2024",
    "©2024 Padaria Central.",
    "© 2024 Padaria Central Desenvolvido por X",
  ])("stands in %s", (line) => {
    const html = `<title>O melhor pão da cidade</title><p>${line}</p>`;
    expect(findIn(html).name).toBe("Padaria Central");
  });

  it.each([
    "© Todos os direitos reservados",
    "© 2024 All rights reserved",
    "Copyright 2024",
    "Desenvolvido por Agência X © 2024 Agência X",
    "© www.padariacentral.com.br",
  ])("does not stand in %s", (line) => {
    expect(findIn(`<title>Home</title><p>${line}</p>`).name).toBe("Padariacentral");
  });

  it.each([
    ["https://rui-dias.github.io/Site-Tamandua/", "<p>© 2023 Rui Dias</p>", "Tamanduá"],
    ["https://rui-dias.github.io/Site-Tamandua/", "<title>Home</title>", "Tamandua"],
    ["https://tamandua.github.io/site-contabil/", "<title>Home</title>", "Tamandua"],
    ["https://tamandua.github.io/", "<title>Home</title>", "Tamandua"],
    [
      "https://www.oficinacivil.com.br/",
      "<title>Oficina Civil | Lonas, portas e grades</title>",
      "Oficina Civil",
    ],
    [
      "https://clinicadentaria.netlify.app/",
      "<title>Clínica Dentária</title><h1>Clínica Dentária</h1><img class=logo alt=Tamanduá>© Tamanduá",
      "Tamanduá",
    ],
    ["https://padaria.github.io/", "<title>Padaria | Rita Couto</title>", "Rita Couto"],
  ])("on %s is that of the site, not of the account", (url, html, name) => {
    const titled = html.startsWith("<p>") ? `<title>Tamanduá</title>${html}` : html;
    expect(findIn(titled, "", url).name).toBe(name);
  });

  it("may be a trade where the site is called so and describes itself so", () => {
    const html =
      '<title>A Telhas | Fabricação</title><meta name="author" content="A Telhas - Rui Dias"><script type="application/ld+json">{"@type":"LocalBusiness","name":"A Telhas"}</script>';
    expect(findIn(html, "", "https://www.atelhas.com.br/").name).toBe("A Telhas");
  });

  it("is what two sources give rather than a slogan that one gives", () => {
    const html =
      '<title>O melhor pão da cidade | Dona Ana Pães</title><img src="/logo.png" alt="Logo Dona Ana Pães"><p>© 2024 Dona Ana Pães</p>';
    expect(findIn(html).name).toBe("Dona Ana Pães");
  });

  it("is a part of what a description of the company gives, if that is a title", () => {
    const node = {
      "@type": "Bakery",
      name: "Padaria Central | Pães em Campinas",
      telephone: "(19) 3232-4545",
    };
    const html = `<script type="application/ld+json">${JSON.stringify(node)}</script>`;
    expect(findIn(html).name).toBe("Padaria Central");
  });

  it("is what a site calls itself, in a graph or alone", () => {
    const site = { "@type": "WebSite", name: "Dona Ana Pães | Campinas" };
    for (const document of [site, { "@graph": [{ "@type": "WebPage", name: "Início" }, site] }]) {
      const html = `<title>O melhor pão</title><script type="application/ld+json">${JSON.stringify(document)}</script>`;
      expect(findIn(html).name).toBe("Dona Ana Pães");
    }
  });

  it("is not a customer's whose logo is shown", () => {
    const html =
      '<title>Padaria da Ana</title><img src="/clientes/logo-1.png" alt="Hotel Sol"><h1>Pão quente</h1>';
    expect(findIn(html).name).toBe("Padaria da Ana");
  });

  it("comes from the search result if the site has none", () => {
    const html = "<title>Home</title><h1>O melhor pão da cidade</h1>";
    expect(findIn(html, "Padaria Central - Campinas | Pães").name).toBe("Padaria Central");
  });
});

describe("numbers", () => {
  it.each([
    [
      "the sure WhatsApp, and another number as telephone",
      '<a href="https://wa.me/5519987654123">Chame</a><p>Tel (19) 3232-4545</p><p>(19) 91121-2222</p>',
      { whatsapp: "5519987654123", phone: "551932324545" },
    ],
    [
      "an icon's number",
      '<i class="fa fa-phone"></i> (19) 3232-4545 <i class="fab fa-whatsapp"></i> (19) 98765-4123',
      { whatsapp: "5519987654123", phone: "551932324545" },
    ],
    [
      "a plain mobile when nothing is better",
      "<p>(19) 98765-4123</p>",
      { whatsapp: "5519987654123" },
    ],
    [
      "what a link shows, not what a copied one calls",
      '<a href="tel:+5511911112345">(19) 3232-4545</a>',
      { phone: "551932324545" },
    ],
    [
      "a local number by the site's area code",
      '<a href="tel:+551932324545">Ligue</a><p>WhatsApp 98765-4123</p>',
      { whatsapp: "5519987654123", phone: "551932324545" },
    ],
    [
      "a landline on WhatsApp as both",
      "<p>Telefone/WhatsApp: (19) 3232-4545</p>",
      { whatsapp: "551932324545", phone: "551932324545" },
    ],
    [
      "a widget's number",
      `<div class="joinchat" data-settings='{"telephone":"5519987654123"}'></div>`,
      { whatsapp: "5519987654123" },
    ],
    [
      "the number Click to Chat is set up with",
      '<span class="ht_ctc_chat_data" data-settings="{&quot;number&quot;:&quot;5519987654123&quot;}"></span>',
      { whatsapp: "5519987654123" },
    ],
    [
      "the number a script of Click to Chat is set up with",
      '<script>var ht_ctc_chat_var = {"number":"5519987654123","dis_m":"show"};</script>',
      { whatsapp: "5519987654123" },
    ],
    [
      "a WhatsApp named in a script's settings",
      '<script>var options = { whatsapp: "+55 (19) 98765-4123", position: "right" };</script>',
      { whatsapp: "5519987654123" },
    ],
    [
      "a WhatsApp among settings that stand in columns",
      '<script>const CONFIG = { nome:      "Sol", whatsapp:  "5519987654123", }</script>',
      { whatsapp: "5519987654123" },
    ],
    [
      "a WhatsApp named in the data of a page, and no other number of it",
      '<script>self.push([1,"{\\"order\\":\\"11987651111\\",\\"whatsapp\\":\\"(19) 98765-4123\\"}"])</script>',
      { whatsapp: "5519987654123" },
    ],
    [
      "a WhatsApp of settings one level deeper",
      '<script>var chat = { phone: "1132324545", whatsapp: { enabled: true, number: "+55 (19) 98765-4123" } };</script>',
      { whatsapp: "5519987654123" },
    ],
    [
      "a number without quotes in those settings",
      '<script>{"whatsapp":{"label":"Fale","phone":5519987654123,"position":"right"}}</script>',
      { whatsapp: "5519987654123" },
    ],
    [
      "nobody's of several such settings",
      '<script>[{whatsapp:{number:"5511987651111"}},{whatsapp:{number:"5521987652222"}}]</script>',
      {},
    ],
    [
      "nobody's of what stands beside such settings",
      '<script>x = { whatsapp: { enabled: true }, phone: "5519987654123" }</script>',
      {},
    ],
    [
      "nobody's of the many a page's data name",
      '<script>var lojas = [{"whatsapp":"11987651111"},{"whatsapp":"21987652222"}]</script>',
      {},
    ],
    [
      "a WhatsApp named by its attribute",
      '<a class="btn" href="#" data-whatsapp="5519987654123">Fale</a>',
      { whatsapp: "5519987654123" },
    ],
    [
      "two units: the first WhatsApp, and the first telephone rather than the other WhatsApp",
      "<p>(19) 3232-4545</p><p>WhatsApp Centro: (19) 98765-4123</p><p>WhatsApp Cambuí: (19) 99123-8877</p>",
      { whatsapp: "5519987654123", phone: "551932324545" },
    ],
    [
      "no number of an example, a theme, a payment or an office",
      '<p>Telefone (ex: (11) 98888-7767)</p><a href="https://wa.me/5511912345678">Zap</a><p>Pix: 19987654123</p><p>Procon-SP: (11) 3824-7069</p>',
      {},
    ],
    [
      "a number for WhatsApp and Pix",
      "<p>WhatsApp e Pix: (19) 98765-4123</p>",
      { whatsapp: "5519987654123" },
    ],
    [
      "no fax when there is a telephone",
      "<p>Fax: (19) 3232-9999</p><p>Fone: (19) 3232-4545</p>",
      { phone: "551932324545" },
    ],
    ["no measures", "<p>2200-3300 W; 4000 4500 rpm</p>", {}],
    [
      "an 0800 on WhatsApp as both",
      '<a href="https://wa.me/558007701234">WhatsApp</a><p>0800 770 1234</p>',
      { whatsapp: "558007701234", phone: "558007701234" },
    ],
    ["0800 as telephone only", "<p>SAC 0800 770 1234</p>", { phone: "558007701234" }],
    [
      "no number of scripts, forms, or the site's maker",
      '<script>var t="11987654123"</script><input placeholder="(11) 98888-7777"><p>Site por Agência X (11) 97777-6666</p>',
      {},
    ],
  ])("%s", (_, html, expected) => {
    const { name: _name, ...rest } = findIn(html);
    expect(rest).toEqual(expected);
  });
});

describe("e-mail", () => {
  it.each([
    [
      "<a href='mailto:Contato%40padariacentral.com.br?subject=Oi'>Escreva</a>",
      "contato@padariacentral.com.br",
    ],
    ["<p>contato [arroba] padariacentral [ponto] com.br</p>", "contato@padariacentral.com.br"],
    ["<p>contato(at)padariacentral.com.br</p>", "contato@padariacentral.com.br"],
    ["<b>E-mail</b><span>paesdaserra@gmail.com</span>", "paesdaserra@gmail.com"],
    ["<a href='mailto:ola@agenciax.com.br'>paesdaserra@gmail.com</a>", "paesdaserra@gmail.com"],
    [
      "<a href='mailto:ana@padariacentral.com.br'>Ana</a><p>contato@padariacentral.com.br</p>",
      "contato@padariacentral.com.br",
    ],
    [
      "<span>(19) 3232-4545</span><span>contato@padariacentral.com.br</span>",
      "contato@padariacentral.com.br",
    ],
    [
      "<p>contato<span style='display: none'>semspam</span>@padariacentral.com.br</p>",
      "contato@padariacentral.com.br",
    ],
    ["<p>https://painel@b.com.br/x</p><p>Criação: oi@agenciax.com.br</p>", undefined],
    ["<p>contato(a)padariacentral.com.br</p>", "contato@padariacentral.com.br"],
    [
      "<span>contato@padariacentral.com.br</span><span>www.padariacentral.com.br</span>",
      "contato@padariacentral.com.br",
    ],
    ["<p>contato@padariacentral.com.br.Ligue já</p>", "contato@padariacentral.com.br"],
    ["<p>Prezado(a) cliente, chave Pix: caixa@padariacentral.com.br</p>", undefined],
    ["<p>padaria@gmail.com e dpo@padariacentral.com.br</p>", "padaria@gmail.com"],
    [
      "<p>Envie seu currículo para ana@padariacentral.com.br ou fale: bia@padariacentral.com.br</p>",
      "bia@padariacentral.com.br",
    ],
    [
      "<h3>Encarregado pelos dados</h3><p>Ana: ana@padariacentral.com.br</p><p>Escreva: padaria@gmail.com</p>",
      "padaria@gmail.com",
    ],
    [
      "<p>Trabalhe conosco: <a href='mailto:ana@padariacentral.com.br'>envie</a></p><footer>bia@padariacentral.com.br</footer>",
      "bia@padariacentral.com.br",
    ],
    ["<p>Currículos: ana@padariacentral.com.br</p>", "ana@padariacentral.com.br"],
    [
      "<p>contato@padariacentral.com.br</p><p>Desenvolvido por <a href='https://agenciax.com.br'>X</a> oi@agenciax.com.br</p>",
      "contato@padariacentral.com.br",
    ],
    [
      "<p>Site por <a href='https://agenciax.com.br'>X</a></p><a href='mailto:oi@agenciax.com.br'>oi</a>",
      undefined,
    ],
    [
      "<p>foto@2x.png seuemail@email.com user@example.com 605a7baede844d278b89dc95ae0a9123@sentry-next.wixpress.com @padaria.oficial</p>",
      undefined,
    ],
  ])("%s", (html, email) => {
    expect(findIn(html).email).toBe(email);
  });

  it("is decoded from Cloudflare's encoding", () => {
    const encode = (address: string) =>
      [0x42, ...new TextEncoder().encode(address).map((byte) => byte ^ 0x42)]
        .map((byte) => byte.toString(16).padStart(2, "0"))
        .join("");
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,12}$/), (user) => {
        fc.pre(!/^(?:seu|sua|your|nome|name|user|usuario|teste?|email|you|abuse)$/.test(user));
        const address = `${user}@padariacentral.com.br`;
        expect(findIn(`<a data-cfemail="${encode(address)}">x</a>`).email).toBe(address);
      }),
      { seed: 11, numRuns: 50 },
    );
  });
});

describe("CNPJ", () => {
  it.each([
    ["CNPJ: 11.222.333/0001-81", "11222333000181"],
    ["C.N.P.J. nº 11.222.333 / 0001 - 81", "11222333000181"],
    ["CNPJ 11222333000181", "11222333000181"],
    ["11.222.333/0001-81", "11222333000181"],
    ["CNPJ 12.ABC.345/01DE-35", "12ABC34501DE35"],
    ["CNPJ 11.222.333/0001-82", undefined],
    ["11222333000181", undefined],
    [
      "Padaria CNPJ 11.222.333/0001-81. Pagamentos processados por Banco CNPJ 00.000.000/0001-91",
      "11222333000181",
    ],
  ])("%s", (text, cnpj) => {
    expect(findIn(`<p>${text}</p>`).cnpj).toBe(cnpj);
  });
});

describe("JSON-LD", () => {
  it("is read despite mistakes, with graphs and subtypes, without other organizations", () => {
    const business = `{"@type":["Bakery","Store"],"name":"Central &amp; Filhos","telephone":"(19) 3232-4545 / 3232-4546","email":"mailto:oi@padariacentral.com.br","taxID":"11.222.333/0001-81","address":{"@id":"#a"},,}`;
    const place = `{"@id":"#a","@type":"PostalAddress","streetAddress":"Rua A, 10","addressLocality":"Campinas","addressRegion":"SP","postalCode":"13010-000"}`;
    const product = `{"@type":"Product","name":"Pão","brand":{"@type":"Organization","name":"Moinho","telephone":"0800 770 1234"}}`;
    expect(
      findIn(
        `<script type="application/ld+json">{"@graph":[${product},${place},${business}]}</script>`,
      ),
    ).toEqual({
      name: "Central & Filhos",
      phone: "551932324545",
      email: "oi@padariacentral.com.br",
      cnpj: "11222333000181",
      address: "Rua A, 10, Campinas - SP, 13010-000",
    });
  });
});

describe("JSON-LD of a kind of business with a name and a telephone", () => {
  it.each(["551932324545", '"(19) 3232-4545"'])("%s", (telephone) => {
    const business = `{"@type":"Bakery","name":"Padaria Central","telephone":${telephone}}`;
    const html = `<script type="application/ld+json">${business}</script>`;
    expect(findIn(html)).toEqual({ name: "Padaria Central", phone: "551932324545" });
  });
});

describe("address", () => {
  it.each([
    [
      "<address>Rua A, 10<br>Campinas - SP, 13010-000</address>",
      "Rua A, 10, Campinas - SP, 13010-000",
    ],
    [
      "<p>Av. Brasil, 1234 - Centro<br>Campinas - SP<br>CEP 13070-178</p><p>Tel</p>",
      "Av. Brasil, 1234 - Centro, Campinas - SP, CEP 13070-178",
    ],
    ["<p>Av. Brasil, S/N, Centro, Campinas, SP</p>", "Av. Brasil, S/N, Centro, Campinas, SP"],
    ["<p>Ligue já</p>", undefined],
  ])("%s", (html, address) => {
    expect(findIn(html).address).toBe(address);
  });
});

describe("a site", () => {
  it("has each field from the page with the highest confidence, with source and method", () => {
    const findings = findOnSite(
      [
        analyzePage(HOME, "<title>Padaria Central</title><p>(19) 91121-2222</p>"),
        analyzePage(`${HOME}contato`, '<a href="https://wa.me/5519987654123">Zap</a>'),
      ],
      "",
    );
    expect(findings.whatsapp).toEqual({
      value: "5519987654123",
      url: `${HOME}contato`,
      method: "whatsapp-link",
      confidence: 0.95,
    });
    expect(findings.phone?.url).toBe(HOME);
  });

  it("that is for sale has no findings", () => {
    const html = "<h1>Este domínio está à venda</h1><p>Ligue (11) 3456-7809</p>";
    expect(findIn(html, "Padaria Central - Campinas")).toEqual({ name: "Padaria Central" });
  });
});

describe("any HTML", () => {
  it("is read without throwing, and what is found has its shape", () => {
    const piece = fc.constantFrom(
      ...'< > </ <a href= <script> </script> <title> <svg> <!-- --> <![CDATA[ ]]> & &#0; &#x110000; \0 \uE000 \uD800 % %E0 @ wa.me/ tel: mailto: (19) 3232-4545 98765-4123 CNPJ 11.222.333/0001-81 {"@type":"Store" [ ] , itemscope itemprop=telephone data-cfemail=zz'.split(
        " ",
      ),
      " ",
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const { name, whatsapp, phone, email, cnpj } = findIn(pieces.join(""));
        expect(name).toBeTruthy();
        for (const number of [whatsapp, phone]) expect(number ?? "55").toMatch(/^\d+$/);
        expect(email ?? "a@b").toMatch(/^\S+@\S+$/);
        expect(cnpj ?? "11222333000181").toHaveLength(14);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it.each([
    "<b>",
    "</x>",
    "(11) 98765-4123 / ",
    "<a href=/contato>x",
    "a@b.c.",
    "( ",
    "cnpj 12.345.678/",
    "A Sol Mar da Paz ",
  ])("of two megabytes of %j is read in bounded time", (piece) => {
    const before = process.cpuUsage();
    findIn(piece.repeat(2_000_000 / piece.length));
    // Processor time only: other work may delay the clock.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});
