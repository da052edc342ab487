import { parseCookie } from "cookie";
import { strToU8, zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { deviceName } from "@/lib/domain/accounts/user-agent";
import { readAnswer } from "@/lib/domain/answers/read-answer";
import { renderTemplate } from "@/lib/domain/campaigns/message-template";
import { unknownVariables } from "@/lib/domain/campaigns/template-variables";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getCompanyHost, getSiteKey, toWebAddress } from "@/lib/domain/companies/company-host";
import { guessMapping } from "@/lib/domain/imports/column-assignment";
import { createCsvReader, detectSeparator } from "@/lib/domain/imports/import-csv";
import { LEAD_FIELD_NAMES } from "@/lib/domain/leads/lead-fields";
import { splitLinks } from "@/lib/domain/messages/message-links";
import { classifyReply } from "@/lib/domain/messages/opt-out";
import { readNumber } from "@/lib/domain/phone/read-number";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { findWhatsappAddresses, findWhatsappNumber } from "@/lib/domain/phone/whatsapp-address";
import { csvCell, removeGuard } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { createCardReader } from "@/lib/domain/spreadsheets/vcard";
import { isEmailAddress } from "@/lib/domain/text/email";
import { toCandidatePattern } from "@/lib/domain/text/search-pattern";
import { websiteHref, websiteLabel } from "@/lib/format";
import { sameSitePath } from "@/lib/paths";
import { normalizeEmail } from "@/server/discovery/extraction/emails.rule";
import { findOrganizations, parseJsonLd } from "@/server/discovery/extraction/json-ld.rule";
import { findNumbers } from "@/server/discovery/extraction/numbers-in-text.rule";
import { analyzePage } from "@/server/discovery/extraction/page-analysis.rule";
import { isAllowed, parseRobots } from "@/server/discovery/extraction/robots-rules.rule";
import { findWhatsappSetting } from "@/server/discovery/extraction/whatsapp-setting.rule";
import { findPlaceTags } from "@/server/discovery/places/place-terms.rule";
import { decodeHtml } from "@/server/discovery/sites/decode-html.http";
import { readLeadRow } from "@/server/leads/imports/import-row.rule";
import { readXlsx } from "@/server/platform/spreadsheets/xlsx-reader";
import { formatGrowth, type Growth, measureGrowth } from "./growth";

/** Units that are repeated to make an attack string. */
const UNITS = [
  ...[
    "a",
    "A",
    "0",
    "é",
    " ",
    "\n",
    "\t",
    ".",
    ",",
    ";",
    "-",
    "/",
    "(",
    "[",
    "{",
    "<",
    "&",
    "%",
    "@",
    "*",
    "=",
    '"',
    "'",
  ],
  ...[
    "a.",
    ".a",
    "a@",
    "@a.",
    "a@a.co ",
    "a-",
    "a ",
    "0 ",
    "1,",
    "9-",
    "98765-4321 ",
    "(11) 98765-4321 / ",
  ],
  ...[
    '"\n"x',
    '","',
    '";',
    '"a',
    "/*",
    "//",
    "<!--",
    "<![CDATA[",
    "&#",
    "&amp",
    "%2",
    "%20",
    "{{",
    "}}",
    "{{a",
  ],
  ...[
    "<a ",
    "<a href=x>",
    "</a>",
    "<p>",
    "<title>",
    "<script>",
    "<svg>",
    "a=b;",
    "a=",
    "*a",
    "a*",
    "wa.me/",
    "www.",
  ],
  ...[
    "whatsapp ",
    'whatsapp="1',
    "tel ",
    "Rua 1 ",
    "CNPJ ",
    "11.222.333/0001-81 ",
    "contato (arroba) a ",
    "Campinas, ",
  ],
  ...[
    "mailto:a@a.co,",
    "phone=1&",
    "user-agent: a\n",
    "disallow: /*a\n",
    "ex. ",
    "charset=",
    "\u00ad",
    "\u200b",
    "\ud83d\ude00",
  ],
];
const TAIL = "\u0001x@y.zz";

/** Each parser of texts from outside. */
const PARSERS: Record<string, (text: string) => unknown> = {
  "e-mail of a form": isEmailAddress,
  "e-mail of a page": (text) => normalizeEmail(text, "a.co"),
  "telephone number": (text) => [readNumber(text), formatPhone(text)],
  "numbers in a text": (text) => findNumbers(text),
  "list of numbers": (text) => findNumbers(text, true),
  CNPJ: normalizeCnpj,
  "links in a message": (text) => splitLinks(text),
  "web address": (text) => [toWebAddress(text), getCompanyHost(text), getSiteKey(text)],
  "link to a website": (text) => [websiteHref(text), websiteLabel(text)],
  "address to return to": sameSitePath,
  "WhatsApp address": findWhatsappNumber,
  "WhatsApp addresses": (text) => [
    findWhatsappAddresses(text),
    findWhatsappAddresses(`wa.me/${text}`),
  ],
  "WhatsApp setting": (text) => [findWhatsappSetting(text), findWhatsappSetting(`whatsapp${text}`)],
  "message template": (text) => [
    unknownVariables(text),
    renderTemplate(text, { name: text, city: null, state: null } as never, new Date(0)),
  ],
  "opt-out": (text) => [classifyReply(text), readAnswer([text])],
  "place term": findPlaceTags,
  "search term": toCandidatePattern,
  "user agent": deviceName,
  cookies: (text) => parseCookie(text),
  "CSV separator": detectSeparator,
  "CSV with ;": (text) => readCsv(text, ";"),
  "CSV with ,": (text) => readCsv(text, ","),
  contacts: (text) => {
    const reader = createCardReader();
    const card = `BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:${text}\nN:${text}\nTEL:${text}\n`;
    return [...reader.push(`${card}ADR:${text}\nEND:VCARD\n`), ...reader.push(text, true)];
  },
  "CSV headers": (text) => guessMapping(Array.from({ length: 10 }, () => text)),
  "CSV cells of a lead": (text) =>
    LEAD_FIELD_NAMES.map((field) => readLeadRow({ line: 2, cells: [text] }, [field])),
  "exported cell": (text) => removeGuard(csvCell(text)),
  "page's charset": (text) => [
    decodeHtml(Buffer.from(text), text),
    decodeHtml(Buffer.from(`<meta charset=${text}`), `charset=${text}`),
  ],
  "page: markup": analyze,
  "page: text": (text) => analyze(`<p>${escapeHtml(text)}</p>`),
  "page: title": (text) => analyze(`<title>${escapeHtml(text)}</title>`),
  "page: heading": (text) => analyze(`<h1>${escapeHtml(text)}</h1>`),
  "page: address": (text) => analyze(`<address>Rua ${escapeHtml(text)}</address>`),
  "page: link": (text) => analyze(`<a href="${escapeHtml(text)}">${escapeHtml(text)}</a>`),
  "page: long links": (text) =>
    analyze(cut(text, (piece) => `<a href="${escapeHtml(piece)}">x</a>`)),
  "page: mailto": (text) =>
    analyze(cut(text, (piece) => `<a href="mailto:${escapeHtml(piece)}">x</a>`)),
  "page: WhatsApp links": (text) =>
    analyze(cut(text, (piece) => `<a href="https://wa.me/${escapeHtml(piece)}">x</a>`)),
  "page: attributes": (text) => {
    const value = escapeHtml(text.slice(0, text.length / 5));
    return analyze(
      `<i class="whatsapp ${value}" alt="1234 ${value}" data-phone="${value}" data-cfemail="${value}" onclick="wa.me/${value}">`,
    );
  },
  "page: meta": (text) =>
    analyze(
      `<meta property="og:site_name" content="${escapeHtml(text)}"><meta http-equiv="refresh" content="0; url=${escapeHtml(text)}">`,
    ),
  "page: microdata": (text) => {
    const value = escapeHtml(text.slice(0, text.length / 4));
    const properties = ["name", "email", "telephone", "taxID"].map(
      (name) => `<p itemprop="${name}">${value}</p>`,
    );
    return analyze(
      `<div itemscope itemtype="http://schema.org/Bakery">${properties.join("")}</div>`,
    );
  },
  "page: script": (text) => analyze(`<script>whatsapp wa.me ${text}</script>`),
  "page: JSON-LD": (text) => analyze(`<script type="application/ld+json">${text}</script>`),
  "JSON-LD": (text) => [parseJsonLd(text), parseJsonLd(`{"a":1,${text}}`)],
  "JSON-LD values": (text) => {
    const names = ["@type", "@id", "name", "legalName", "taxID", "email", "telephone", "address"];
    const node = {
      ...Object.fromEntries(names.map((name) => [name, text])),
      "@type": ["Bakery", text],
    };
    return findOrganizations([node, { ...node, contactPoint: node, email: text.split(" ") }]);
  },
  "robots.txt": (text) => parseRobots(`user-agent: *\n${text}`, "GarimpoBot"),
  "robots.txt: one pattern": (text) =>
    isAllowed(
      parseRobots(`user-agent: *\ndisallow: /${text.slice(0, 1_900)}`, "GarimpoBot"),
      toUrl(text),
    ),
  "robots.txt: many patterns": (text) => {
    const rules = parseRobots(
      `user-agent: *\n${cut(text, (piece) => `disallow: /${piece}\n`, 400)}`,
      "x",
    );
    return isAllowed(rules, toUrl(text.slice(0, 2_000)));
  },
};

const rows: { what: string; growth: Growth }[] = [];
afterAll(() => console.log(`Parsers, the slowest attack of each: ${formatGrowth(rows)}`));

test.each(Object.entries(PARSERS))("%s is read in linear time", async (name, parse) => {
  const growths: { attack: string; growth: Growth }[] = [];
  for (const unit of UNITS) {
    const growth = await measureGrowth(
      (length) => unit.repeat(Math.ceil(length / unit.length)) + TAIL,
      parse,
    );
    const attack = JSON.stringify(`${unit}…`);
    expect(growth.isLinear, `${attack}: ${growth.ms}`).toBe(true);
    growths.push({ attack, growth });
  }
  addSlowest(name, growths);
});

/** XML that is repeated within a part of a workbook. */
const PARTS: Record<string, { part: string; before?: string; unit: string; after?: string }> = {
  "unclosed cells": { part: "xl/worksheets/sheet1.xml", before: "<worksheet><row>", unit: "<c " },
  "nested cells": { part: "xl/worksheets/sheet1.xml", before: "<worksheet><row>", unit: "<c>" },
  "unclosed rows": { part: "xl/worksheets/sheet1.xml", before: "<worksheet>", unit: "<row " },
  "empty rows": {
    part: "xl/worksheets/sheet1.xml",
    before: "<worksheet>",
    unit: "<row/>",
    after: "</worksheet>",
  },
  "cells far apart": {
    part: "xl/worksheets/sheet1.xml",
    before: "<worksheet>",
    unit: '<row><c r="CV1"><v>1</v></c></row>',
    after: "</worksheet>",
  },
  "one long value": {
    part: "xl/worksheets/sheet1.xml",
    before: "<worksheet><row><c><v>",
    unit: "1",
  },
  "one long text": {
    part: "xl/worksheets/sheet1.xml",
    before: "<worksheet><row><c><is><t>",
    unit: "_x0041",
  },
  "one long attribute": { part: "xl/worksheets/sheet1.xml", before: '<worksheet a="', unit: "[" },
  attributes: { part: "xl/worksheets/sheet1.xml", before: "<worksheet ", unit: 'a="" ' },
  entities: { part: "xl/worksheets/sheet1.xml", before: "<worksheet>", unit: "&amp;" },
  "half entities": { part: "xl/worksheets/sheet1.xml", before: "<worksheet>", unit: "&" },
  comment: { part: "xl/worksheets/sheet1.xml", before: "<!--", unit: "-" },
  "document type": {
    part: "xl/worksheets/sheet1.xml",
    before: "<!DOCTYPE a [",
    unit: "<!ENTITY a ",
  },
  "unclosed sheets": { part: "xl/workbook.xml", unit: "<sheet " },
  formats: {
    part: "xl/styles.xml",
    before: '<styleSheet><numFmt numFmtId="200" formatCode="',
    unit: "[",
    after: '"/></styleSheet>',
  },
  "many formats": {
    part: "xl/styles.xml",
    before: "<styleSheet>",
    unit: '<numFmt numFmtId="200" formatCode="[[["/>',
    after: "</styleSheet>",
  },
  "unclosed texts": { part: "xl/sharedStrings.xml", before: "<sst>", unit: "<si><t>" },
  "rich texts": {
    part: "xl/sharedStrings.xml",
    before: "<sst><si>",
    unit: "<r><t>a</t></r><rPh><t>b</t></rPh>",
    after: "</si></sst>",
  },
  "unclosed relationships": { part: "xl/_rels/workbook.xml.rels", unit: "<Relationship " },
};

test.each(Object.entries(PARTS))(
  "a workbook with %s is read in linear time",
  async (name, attack) => {
    const { part, before = "", unit, after = "" } = attack;
    const growth = await measureGrowth(
      (length) => zip({ [part]: before + unit.repeat(Math.ceil(length / unit.length)) + after }),
      readWorkbook,
    );
    expect(growth.isLinear, String(growth.ms)).toBe(true);
    addSlowest(`XLSX: ${name}`, [{ attack: JSON.stringify(unit), growth }]);
  },
);

function addSlowest(name: string, growths: { attack: string; growth: Growth }[]) {
  const [slowest] = growths.toSorted((one, other) => sum(other.growth) - sum(one.growth));
  if (slowest) rows.push({ what: `${name} (${slowest.attack})`, growth: slowest.growth });
}

function sum({ ms }: Growth): number {
  return ms.reduce((total, each) => total + each, 0);
}

function readCsv(text: string, separator: string) {
  const reader = createCsvReader(separator);
  return [
    ...reader.push(text.slice(0, 10_000)),
    ...reader.push(text.slice(10_000)),
    ...reader.end(),
  ];
}

function analyze(html: string) {
  return analyzePage("https://www.padaria.com.br/", html);
}

function escapeHtml(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The text in pieces, as long as a link may be. */
function cut(text: string, wrap: (piece: string) => string, length = 1_900): string {
  let whole = "";
  for (let at = 0; at < text.length; at += length) whole += wrap(text.slice(at, at + length));
  return whole;
}

function toUrl(path: string): URL {
  const url = new URL("https://www.padaria.com.br/");
  url.pathname = path;
  return url;
}

function zip(parts: Record<string, string>): Uint8Array {
  const whole = {
    "xl/workbook.xml": "<workbook><sheet/></workbook>",
    "xl/worksheets/sheet1.xml": "<worksheet/>",
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(whole).map(([name, xml]) => [name, strToU8(xml)])),
  );
}

async function readWorkbook(bytes: Uint8Array) {
  try {
    for await (const _row of readXlsx(bytes));
  } catch (error) {
    expect(error).toMatchObject({ name: "AppError" });
  }
}
