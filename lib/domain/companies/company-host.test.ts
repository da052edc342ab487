import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getCompanyHost, getSiteKey, toWebAddress } from "./company-host";

describe("a company's own host", () => {
  it.each([
    ["https://padariadoze.com.br/contato?x=1#y", "padariadoze.com.br"],
    ["https://www.padariadoze.com.br", "padariadoze.com.br"],
    ["HTTP://WWW.PadariaDoZe.COM.BR/", "padariadoze.com.br"],
    ["https://loja.padariadoze.com.br", "padariadoze.com.br"],
    ["https://padariadoze.com.br:8443", "padariadoze.com.br"],
    ["padariadoze.com.br", "padariadoze.com.br"],
    ["padariadoze.com.br.", "padariadoze.com.br"],
    ["https://clinica.med.br", "clinica.med.br"],
    ["https://silva.adv.br/equipe", "silva.adv.br"],
    ["https://silva.com", "silva.com"],
    // Names that only resemble shared hosts.
    ["https://facebook.com.padaria.com.br", "padaria.com.br"],
    ["https://meuifood.com.br", "meuifood.com.br"],
    ["https://notgov.br", "notgov.br"],
    ["https://lojawww.padaria.com.br", "padaria.com.br"],
  ])("%s: %s", (url, host) => {
    expect(getCompanyHost(url)).toBe(host);
    expect(getSiteKey(url)).toBe(host);
  });
});

describe("a web address as people write it", () => {
  it.each([
    ["www.padaria.com.br", "http://www.padaria.com.br"],
    [" padaria.com.br/contato ", "http://padaria.com.br/contato"],
    ["//padaria.com.br", "http://padaria.com.br"],
    ["padaria.com.br:8080", "http://padaria.com.br:8080"],
    ["https://padaria.com.br/", "https://padaria.com.br/"],
    ["padaria.com.br/?de=http://outra.com.br", "http://padaria.com.br/?de=http://outra.com.br"],
    ["padaria.com.br/a:b", "http://padaria.com.br/a:b"],
    ["ftp://padaria.com.br/https:", null],
    ["javascript:alert(1)", null],
    ["mailto:oi@padaria.com.br", null],
    ["em breve", null],
    ["n/a", null],
    ["", null],
    [null, null],
  ])("%j: %j", (written, address) => {
    expect(toWebAddress(written)).toBe(address);
  });
});

describe("hosts that hold many companies", () => {
  it.each([
    "https://www.facebook.com/padariadoze",
    "https://m.facebook.com/padariadoze",
    "https://pt-br.facebook.com/padariadoze",
    "https://instagram.com/padariadoze/",
    "https://br.linkedin.com/company/x",
    "https://wa.me/5519987654321",
    "https://g1.globo.com/sp/campinas-regiao/noticia/padaria.ghtml",
    "https://www.zapimoveis.com.br/imobiliaria/1/",
    "https://api.whatsapp.com/send?phone=5519987654321",
    "https://maps.app.goo.gl/abc",
    "https://www.google.com.br/maps/place/x",
    "https://sites.google.com/view/padaria",
    "https://produto.mercadolivre.com.br/MLB-1",
    "https://sp.olx.com.br/x",
    "https://www.ifood.com.br/delivery/x",
    "https://cnpj.biz/11222333000181",
    "https://linktr.ee/padaria",
    "https://www.gov.br/receitafederal",
    "https://gov.br",
    "https://www.prefeitura.sp.gov.br",
    "https://www.campinas.sp.gov.br/x",
    "https://www.tjsp.jus.br",
    "https://www.camara.leg.br",
    "https://www.mpf.mp.br",
  ])("%s is neither visited nor a key", (url) => {
    expect(getCompanyHost(url)).toBeNull();
    expect(getSiteKey(url)).toBeNull();
  });

  it.each([
    ["https://padaria.wixsite.com/site", "padaria.wixsite.com"],
    ["https://www.padaria.blogspot.com.br/", "padaria.blogspot.com.br"],
    ["https://padaria.negocio.site", "padaria.negocio.site"],
    ["https://padaria.lojaintegrada.com.br/p/1", "padaria.lojaintegrada.com.br"],
    ["https://padaria.myshopify.com", "padaria.myshopify.com"],
    ["https://padaria.github.io", "padaria.github.io"],
    ["https://lojawww.wixsite.com", "lojawww.wixsite.com"],
    ["https://wixsite.com", "wixsite.com"],
  ])("%s is visited as its customer's, and is no key", (url, site) => {
    expect(getCompanyHost(url)).toBeNull();
    expect(getSiteKey(url)).toBe(site);
  });
});

it.each([null, undefined, "", "   ", "isto não é um site", "http://", "https://?x"])(
  "%j has no host",
  (text) => {
    expect(getCompanyHost(text)).toBeNull();
    expect(getSiteKey(text ?? "")).toBeNull();
  },
);

it("is one per company, whatever the scheme, the subdomain or the page", () => {
  const label = fc.stringMatching(/^[a-z0-9]{2,12}$/).map((text) => `x${text}`);
  const suffix = fc.constantFrom("com.br", "com", "net.br", "ind.br", "org.br");
  fc.assert(
    fc.property(label, label, suffix, fc.webPath(), (sub, name, ending, path) => {
      const own = `${name}.${ending}`;
      for (const host of [own, `www.${own}`, `${sub}.${own}`, own.toUpperCase()]) {
        for (const scheme of ["https://", "http://"]) {
          expect(getCompanyHost(`${scheme}${host}${path}`)).toBe(own);
        }
      }
    }),
    { seed: 1 },
  );
});
