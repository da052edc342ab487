import { describe, expect, it } from "vitest";
import { createCardReader } from "./vcard";

function read(text: string, piece = text.length) {
  const reader = createCardReader();
  const cards = [];
  for (let at = 0; at < text.length; at += piece) {
    cards.push(...reader.push(text.slice(at, at + piece)));
  }
  return [...cards, ...reader.push("", true)];
}

const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");

describe("a contact", () => {
  it("of version 2.1 has quoted letters over several lines, in the set that is named", () => {
    const text = card(
      "VERSION:2.1",
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Concei=C3=A7=C3=A3o;Jos=C3=A9;;;",
      "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9 Concei=C3=",
      "=A7=C3=A3o",
      "ORG;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Confec=E7=F5es",
      "TEL;CELL:11980011001",
      "TEL;WORK;VOICE:(11) 3001-1001",
    );
    for (const piece of [text.length, 1, 7]) {
      expect(read(text, piece)).toMatchObject([
        {
          line: 1,
          name: "José Conceição",
          organization: "Confecções",
          phones: ["11980011001", "(11) 3001-1001"],
        },
      ]);
    }
  });

  it("of version 3.0 has groups, folded lines, escapes and WhatsApp's own number", () => {
    const text = card(
      "VERSION:3.0",
      "N:Modelo;Ana;de;;",
      "item1.TEL;waid=5511980011001;type=CELL:+55 11 98001-1001",
      "item1.X-ABLabel:Celular",
      "TEL;TYPE=WORK:+55 11 3001-1001",
      "ORG:Padaria Inventada\\, Filhos;Compras",
      "TITLE:Dona",
      "ADR;TYPE=WORK:;Sala 2;Rua A\\, 10;Santos;SP;11010-000;Brasil",
      "NOTE:linha um\\nlinha",
      "  dois",
      `PHOTO;ENCODING=b;TYPE=JPEG:${"A".repeat(60_000)}`,
      " AAAA",
      "EMAIL;TYPE=INTERNET:a@inventada.example",
      "URL:https\\://inventada.example",
      "BDAY:1980-01-31",
    );
    expect(read(`${text}${text}`)).toMatchObject([
      {
        line: 1,
        name: "Ana de Modelo",
        organization: "Padaria Inventada, Filhos",
        title: "Dona",
        phones: ["+5511980011001", "+55 11 3001-1001"],
        street: "Rua A, 10, Sala 2",
        city: "Santos",
        state: "SP",
        postalCode: "11010-000",
        note: "linha um\nlinha dois",
        emails: ["a@inventada.example"],
        website: "https://inventada.example",
        birthday: "31/01/1980",
      },
      { line: 18, name: "Ana de Modelo" },
    ]);
  });

  it("of version 4.0 has addresses of telephones with an extension", () => {
    const text = card(
      "VERSION:4.0",
      "FN:Bia",
      'TEL;VALUE=uri;TYPE="voice,work":tel:+55-11-3001-1001;ext=12',
      "TEL;VALUE=uri:tel:+55-11-98001-1001",
      "EMAIL:mailto:b@bia.example",
    );
    expect(read(text)).toMatchObject([
      {
        name: "Bia",
        phones: ["+55-11-3001-1001 ramal 12", "+55-11-98001-1001"],
        emails: ["b@bia.example"],
      },
    ]);
  });

  it("that does not end is none, nor is what stands outside of one", () => {
    expect(read("BEGIN:VCARD\nFN:Ana\nBEGIN:VCARD\nFN:Bia\nEND:VCARD\nFN:Caio\n")).toMatchObject([
      { name: "Bia" },
    ]);
  });
});
