import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMessage } from "./message-content";

const nothing = { quotedId: null, media: null, location: null, contacts: [] };
const said = (text: string | null) => ({
  type: "message",
  kind: text === null ? "unsupported" : "text",
  text,
  ...nothing,
});
const text = { conversation: "sair" };
const extended = {
  extendedTextMessage: { text: "sair", contextInfo: { quotedMessage: { conversation: "Oi" } } },
};

describe("the words of a message", () => {
  it.each<[string, unknown]>([
    ["plain", text],
    ["extended: with a quote, a preview or a mention", extended],
    ["extended beside an empty conversation", { conversation: null, ...extended }],
    [
      "beside keys for the encryption",
      {
        senderKeyDistributionMessage: { groupId: "x" },
        messageContextInfo: { deviceListMetadata: {} },
        ...text,
      },
    ],
    ["under a photo", { imageMessage: { caption: "sair", mimetype: "image/jpeg" } }],
    ["under a video", { videoMessage: { caption: "sair" } }],
    ["under a document", { documentMessage: { caption: "sair", fileName: "contrato.pdf" } }],
    [
      "under a document in its wrapper",
      { documentWithCaptionMessage: { message: { documentMessage: { caption: "sair" } } } },
    ],
    ["of a disappearing message", { ephemeralMessage: { message: extended } }],
    [
      "of a message seen once",
      { viewOnceMessageV2: { message: { imageMessage: { caption: "sair" } } } },
    ],
    [
      "of one seen once that disappears",
      {
        ephemeralMessage: {
          message: { viewOnceMessage: { message: { videoMessage: { caption: "sair" } } } },
        },
      },
    ],
    [
      "of one sent from another device",
      { deviceSentMessage: { destinationJid: "x", message: text } },
    ],
    ["of a wrapper not known yet", { someFutureWrapper: { message: extended } }],
    [
      "of a button",
      { buttonsResponseMessage: { selectedButtonId: "1", selectedDisplayText: "sair" } },
    ],
    ["of a button with an id alone", { buttonsResponseMessage: { selectedButtonId: "sair" } }],
    [
      "of a template's button",
      { templateButtonReplyMessage: { selectedId: "1", selectedDisplayText: "sair" } },
    ],
    [
      "of a list",
      { listResponseMessage: { title: "sair", singleSelectReply: { selectedRowId: "1" } } },
    ],
    ["of a list's row", { listResponseMessage: { singleSelectReply: { selectedRowId: "sair" } } }],
    [
      "of a flow",
      {
        interactiveResponseMessage: {
          body: { text: "" },
          nativeFlowResponseMessage: { paramsJson: '{"id":"x","display_text":"sair"}' },
        },
      },
    ],
    ["of a flow's body", { interactiveResponseMessage: { body: { text: "sair" } } }],
    [
      "of a vote",
      {
        pollUpdateMessage: {
          pollCreationMessageKey: { id: "x" },
          vote: { selectedOptions: ["sair"] },
        },
      },
    ],
    [
      "of a business's template",
      { templateMessage: { hydratedTemplate: { hydratedContentText: "sair" } } },
    ],
    ["of a business's buttons", { interactiveMessage: { body: { text: "sair" } } }],
  ])("%s", (_, message) => {
    expect(readMessage(message)).toMatchObject({ type: "message", text: "sair" });
  });

  it.each<[string, unknown]>([
    ["a photo", { imageMessage: { mimetype: "image/jpeg" } }],
    ["a voice note", { audioMessage: { ptt: true } }],
    ["a sticker", { stickerMessage: {} }],
    ["a place", { locationMessage: { degreesLatitude: 1 } }],
    ["a contact", { contactMessage: { displayName: "Ana" } }],
    ["a document with a name", { documentMessage: { fileName: "sair.pdf" } }],
    ["a kind not known yet", { someFutureMessage: { a: 1 } }],
  ])("%s is a message without words", (_, message) => {
    expect(readMessage(message)).toMatchObject({ type: "message", text: null });
  });
});

describe("content that is not words", () => {
  const place = { name: "Padaria Sol", address: "Rua Um, 10" };
  it.each<[unknown, string]>([
    [
      {
        pollCreationMessageV3: {
          name: "Qual dia?",
          options: [{ optionName: "Segunda" }, { optionName: "Terça" }, {}, null],
        },
      },
      "Enquete: Qual dia?\n• Segunda\n• Terça",
    ],
    [
      {
        pollResultSnapshotMessage: {
          name: "Qual dia?",
          pollVotes: [{ optionName: "Segunda", optionVoteCount: 3 }],
        },
      },
      "Resultado da enquete: Qual dia?\n• Segunda: 3",
    ],
    [
      { eventMessage: { name: "Visita", startTime: "1796065200", location: place } },
      "Evento: Visita\n30/11/2026 16:00\nPadaria Sol, Rua Um, 10",
    ],
    [
      { eventMessage: { name: "Visita", isCanceled: true, startTime: { low: -1, high: -1 } } },
      "Evento cancelado: Visita",
    ],
    [
      { scheduledCallCreationMessage: { title: "Conversa", scheduledTimestampMs: 1796065200000 } },
      "Ligação agendada: Conversa\n30/11/2026 16:00",
    ],
    [
      {
        productMessage: {
          product: { title: "Bolo", priceAmount1000: "45500", currencyCode: "BRL" },
          body: "Ainda tem?",
        },
      },
      "Produto: Bolo\nR$\u00a045,50\nAinda tem?",
    ],
    [{ productMessage: { catalog: { title: "Doces" } } }, "Catálogo: Doces"],
    [
      { orderMessage: { itemCount: 3, totalAmount1000: 120_000, message: "Para sábado" } },
      "Pedido: 3 itens\nR$\u00a0120,00\nPara sábado",
    ],
    [{ invoiceMessage: { note: "Novembro" } }, "Cobrança\nNovembro"],
    [
      {
        requestPaymentMessage: {
          amount: { value: 1_000, offset: 100, currencyCode: "BRL" },
          noteMessage: { extendedTextMessage: { text: "Sinal" } },
        },
      },
      "Pedido de pagamento: R$\u00a010,00\nSinal",
    ],
    [
      { requestPaymentMessage: { amount1000: 5, currencyCodeIso4217: "reais" } },
      "Pedido de pagamento: R$\u00a00,01",
    ],
    [{ declinePaymentRequestMessage: {} }, "Pedido de pagamento recusado"],
    [{ cancelPaymentRequestMessage: {} }, "Pedido de pagamento cancelado"],
    [{ paymentInviteMessage: { serviceType: 1 } }, "Convite para pagamentos no WhatsApp"],
    [
      { groupInviteMessage: { groupName: "Lojistas", caption: "Entra lá" } },
      "Convite para um grupo: Lojistas\nEntra lá",
    ],
    [
      { newsletterAdminInviteMessage: { newsletterName: "Ofertas" } },
      "Convite para um canal: Ofertas",
    ],
    [{ requestPhoneNumberMessage: {} }, "Pediu o seu número de telefone"],
    [{ stickerPackMessage: { name: "Gatos" } }, "Pacote de figurinhas: Gatos"],
    [{ eventMessage: { name: { toString: null }, startTime: "x", location: [] } }, "Evento"],
  ])("%j is told as '%s'", (message, words) => {
    expect(readMessage(message)).toMatchObject({ type: "message", kind: "text", text: words });
  });

  it.each<[string, unknown]>([
    ["beside a payment", { sendPaymentMessage: { noteMessage: { conversation: "sair" } } }],
    [
      "beside a request for a payment",
      { requestPaymentMessage: { noteMessage: { extendedTextMessage: { text: "sair" } } } },
    ],
    ["as the name of a poll", { pollCreationMessageV5: { name: "sair" } }],
    ["of an event", { eventMessage: { name: "Visita", description: "sair" } }],
    ["under a product", { productMessage: { product: { title: "Bolo" }, body: "sair" } }],
    ["under an invitation", { groupInviteMessage: { groupName: "Lojistas", caption: "sair" } }],
  ])("who asks to leave is heard %s", (_, message) => {
    expect(readMessage(message)).toMatchObject({ type: "message", chosen: "sair" });
  });

  it("is no longer than a message may be", () => {
    const message = { productMessage: { product: { title: "Bolo" }, body: "x".repeat(70_000) } };
    const { text: words } = readMessage(message) as { text: string };
    expect(words).toMatch(/^Produto: Bolo\nx/);
    expect(words).toHaveLength(65_536);
  });

  it("an option that others may choose asks for nothing", () => {
    const poll = { pollCreationMessage: { name: "Menu", options: [{ optionName: "sair" }] } };
    expect(readMessage(poll)).not.toHaveProperty("chosen");
  });
});

describe("the kind of a message", () => {
  const content = { caption: "Veja" };
  it.each<[string, unknown, string | undefined]>([
    [
      "a button of another name",
      { buttonsResponseMessage: { selectedButtonId: "SAIR", selectedDisplayText: "Agora não" } },
      "SAIR",
    ],
    [
      "a row of another name",
      { listResponseMessage: { title: "Tchau", singleSelectReply: { selectedRowId: "parar" } } },
      "parar",
    ],
    [
      "a button that says so itself",
      { templateButtonReplyMessage: { selectedId: "sair", selectedDisplayText: "sair" } },
      undefined,
    ],
    [
      "a menu, which chooses nothing",
      { listMessage: { description: "Menu", title: "Sair" } },
      undefined,
    ],
  ])("tells an opt-out chosen by %s", (_what, message, chosen) => {
    expect((readMessage(message) as { chosen?: string }).chosen).toBe(chosen);
  });

  it.each<[string, string, unknown]>([
    ["text", "a text", text],
    ["text", "a text with a quote", extended],
    ["text", "a chosen answer", { buttonsResponseMessage: { selectedDisplayText: "Sim" } }],
    ["image", "a photo", { imageMessage: content }],
    ["image", "a photo seen once", { viewOnceMessageV2: { message: { imageMessage: {} } } }],
    ["video", "a video", { videoMessage: content }],
    ["video", "a round video", { ptvMessage: {} }],
    ["audio", "a sound", { audioMessage: { ptt: false } }],
    ["audio", "a sound of a version without the flag", { audioMessage: {} }],
    ["voice", "a voice note", { audioMessage: { ptt: true } }],
    [
      "voice",
      "a voice note heard once",
      { viewOnceMessageV2Extension: { message: { audioMessage: { ptt: true } } } },
    ],
    ["document", "a document", { documentMessage: {} }],
    [
      "document",
      "a document with a caption",
      { documentWithCaptionMessage: { message: { documentMessage: content } } },
    ],
    ["sticker", "a sticker", { stickerMessage: {} }],
    ["sticker", "a moving sticker", { lottieStickerMessage: { message: { stickerMessage: {} } } }],
    ["location", "a place", { locationMessage: {} }],
    ["location", "a place that moves", { liveLocationMessage: {} }],
    ["contact", "a contact", { contactMessage: {} }],
    ["contact", "several contacts", { contactsArrayMessage: {} }],
    ["unsupported", "a kind not known yet", { someFutureMessage: { text: "x" } }],
    ["unsupported", "a kind with words that has none", { extendedTextMessage: { text: "" } }],
  ])("is %s: %s", (kind, _, message) => {
    expect(readMessage(message)).toMatchObject({ type: "message", kind });
  });

  it("is none for the announcement of an album", () => {
    expect(readMessage({ albumMessage: { expectedImageCount: 3 } })).toEqual({ type: "none" });
  });
});

describe("the message that is answered", () => {
  const contextInfo = { stanzaId: "FIRST", quotedMessage: { conversation: "Oi" } };
  it.each<[string, unknown]>([
    ["a text", { extendedTextMessage: { text: "Sim", contextInfo } }],
    ["a photo", { imageMessage: { contextInfo } }],
    [
      "a voice note that disappears",
      { ephemeralMessage: { message: { audioMessage: { contextInfo } } } },
    ],
    ["a place", { locationMessage: { contextInfo } }],
    ["a contact", { contactMessage: { contextInfo } }],
    ["a chosen answer", { listResponseMessage: { title: "Sim", contextInfo } }],
  ])("by %s", (_, message) => {
    expect(readMessage(message)).toMatchObject({ type: "message", quotedId: "FIRST" });
  });

  it.each([null, "", 7, "x".repeat(201), { a: 1 }])("is unknown with the id %j", (stanzaId) => {
    expect(readMessage({ imageMessage: { contextInfo: { stanzaId } } })).toMatchObject({
      quotedId: null,
    });
  });
});

describe("what a message carries", () => {
  const noMedia = {
    mime: null,
    bytes: null,
    fileName: null,
    seconds: null,
    width: null,
    height: null,
  };
  it.each<[string, unknown, object]>([
    [
      "a photo",
      { imageMessage: { mimetype: "image/JPEG", fileLength: "52311", width: 1080, height: 1920 } },
      { mime: "image/jpeg", bytes: 52_311, width: 1080, height: 1920 },
    ],
    [
      "a voice note",
      {
        audioMessage: {
          ptt: true,
          mimetype: "audio/ogg; codecs=opus",
          seconds: 12,
          fileLength: { low: 4096, high: 0, unsigned: true },
        },
      },
      { mime: "audio/ogg; codecs=opus", seconds: 12, bytes: 4096 },
    ],
    [
      "a document",
      { documentMessage: { fileName: "Proposta.pdf", mimetype: "application/pdf" } },
      { mime: "application/pdf", fileName: "Proposta.pdf" },
    ],
    [
      "a document with a title",
      { documentMessage: { title: "Proposta" } },
      { fileName: "Proposta" },
    ],
    [
      "nonsense",
      {
        videoMessage: { mimetype: "<script>", fileLength: -1, seconds: 1e9, width: "x", height: 0 },
      },
      {},
    ],
  ])("%s", (_, message, media) => {
    expect(readMessage(message)).toMatchObject({ media: { ...noMedia, ...media } });
  });

  it.each<[unknown, object | null]>([
    [
      { degreesLatitude: -23.55, degreesLongitude: -46.63, name: "Praça da Sé", address: "Centro" },
      { latitude: -23.55, longitude: -46.63, name: "Praça da Sé", address: "Centro" },
    ],
    [
      { degreesLatitude: 0, degreesLongitude: 0 },
      { latitude: 0, longitude: 0, name: null, address: null },
    ],
    [{ degreesLatitude: 91, degreesLongitude: 0 }, null],
    [{ degreesLatitude: "1", degreesLongitude: 1 }, null],
    [{ degreesLatitude: Number.NaN, degreesLongitude: 1 }, null],
    [{}, null],
  ])("the place %j", (locationMessage, location) => {
    expect(readMessage({ locationMessage })).toMatchObject({ kind: "location", location });
  });

  const vcard = (...lines: string[]) =>
    ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD"].join("\n");
  it.each<[string, object, object[]]>([
    [
      "WhatsApp's own form of the number",
      {
        displayName: "Ana Lima",
        vcard: vcard("N:Lima;Ana", "FN:Ana", "item1.TEL;waid=5511988887777:+55 11 98888-7777"),
      },
      [{ name: "Ana Lima", numbers: ["5511988887777"] }],
    ],
    [
      "several numbers, each once",
      {
        vcard: vcard("FN:Ana", "TEL;type=CELL:(11) 98888-7777", "tel:11988887777", "TEL:0800 123"),
      },
      [{ name: "Ana", numbers: ["5511988887777", "0800123"] }],
    ],
    [
      "numbers in the forms of other programs",
      {
        vcard: vcard(
          "FN:Ana",
          "TEL;VALUE=uri:tel:+55-11-98888-7777;ext=12",
          "TEL:0 15 11 3333-4444",
          "TEL:+55 (0) 11 3333-5555 ramal 12",
        ),
      },
      [{ name: "Ana", numbers: ["5511988887777", "551133334444", "551133335555"] }],
    ],
    [
      "a folded line",
      { vcard: vcard("FN:Ana", "TEL:+55 11\r\n  98888-7777") },
      [{ name: "Ana", numbers: ["5511988887777"] }],
    ],
    [
      "an old telephone's letters",
      {
        vcard: vcard(
          "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Concei=C3=A7=C3=A3o;Jos=C3=A9;;;",
          "TEL;CELL:11988887777",
        ),
      },
      [{ name: "José Conceição", numbers: ["5511988887777"] }],
    ],
    ["a name alone", { displayName: "Ana" }, [{ name: "Ana", numbers: [] }]],
    [
      "a number alone",
      { vcard: vcard("TEL:1234567") },
      [{ name: "1234567", numbers: ["1234567"] }],
    ],
    ["nothing", { vcard: "TEL" }, []],
  ])("a contact with %s", (_, contactMessage, contacts) => {
    expect(readMessage({ contactMessage })).toMatchObject({ kind: "contact", contacts });
    expect(
      readMessage({ contactsArrayMessage: { contacts: [contactMessage, null, "x"] } }),
    ).toMatchObject({ kind: "contact", contacts });
  });
});

describe("what changes an earlier message", () => {
  const key = { remoteJid: "x", fromMe: true, id: "FIRST" };
  it.each<[string, unknown, object]>([
    ["a reaction", { reactionMessage: { key, text: "👍" } }, { type: "reaction", emoji: "👍" }],
    [
      "a reaction taken back",
      { reactionMessage: { key, text: "" } },
      { type: "reaction", emoji: null },
    ],
    [
      "a reaction in a wrapper",
      { ephemeralMessage: { message: { reactionMessage: { key, text: "❤️" } } } },
      { type: "reaction", emoji: "❤️" },
    ],
    ["a deletion", { protocolMessage: { key, type: "REVOKE" } }, { type: "deletion" }],
    [
      "a deletion by the type's number",
      { protocolMessage: { key, type: 0 } },
      { type: "deletion" },
    ],
  ])("%s", (_, message, read) => {
    expect(readMessage(message)).toEqual({ messageId: "FIRST", ...read });
  });

  it.each<[string, unknown]>([
    ["a reaction to nothing", { reactionMessage: { text: "👍" } }],
    [
      "a reaction to an absurd id",
      { reactionMessage: { key: { id: "x".repeat(201) }, text: "👍" } },
    ],
    ["a deletion of nothing", { protocolMessage: { type: "REVOKE" } }],
    ["a setting", { protocolMessage: { key, type: "EPHEMERAL_SETTING" } }],
    ["a protocol message without a type", { protocolMessage: { key } }],
  ])("not %s", (_, message) => {
    expect(readMessage(message)).toEqual({ type: "none" });
  });
});

describe("what is no message", () => {
  it.each<[string, unknown]>([
    [
      "a setting of the chat",
      { protocolMessage: { type: "EPHEMERAL_SETTING", ephemeralExpiration: 86_400 } },
    ],
    ["keys for the encryption", { senderKeyDistributionMessage: { groupId: "x" } }],
    ["a placeholder", { placeholderMessage: { type: 0 } }],
    ["an encrypted vote", { pollUpdateMessage: { vote: { encPayload: {}, encIv: {} } } }],
    ["a vote taken back", { pollUpdateMessage: { vote: { selectedOptions: [] } } }],
    ["a pin", { pinInChatMessage: { key: { id: "x" } } }],
    ["an empty body", {}],
    ["an empty text", { conversation: "" }],
    ["blanks", { conversation: "  \n" }],
    ["nothing", null],
    ["a text where fields belong", "sair"],
    ["a list where fields belong", [text]],
  ])("%s", (_, message) => {
    expect(readMessage(message)).toEqual({ type: "none" });
  });
});

describe("a new text for an earlier message", () => {
  const protocol = (edited: unknown, type: unknown = "MESSAGE_EDIT") => ({
    protocolMessage: {
      key: { remoteJid: "x", fromMe: true, id: "FIRST" },
      type,
      editedMessage: edited,
    },
  });
  it.each<[string, unknown]>([
    ["as the protocol has it", protocol(text)],
    ["with the type's number", protocol(extended, 14)],
    ["without a type", protocol(text, undefined)],
    ["in its wrapper", { editedMessage: { message: protocol(extended) } }],
    [
      "that disappears",
      { ephemeralMessage: { message: { editedMessage: { message: protocol(text) } } } },
    ],
    ["of a caption", protocol({ imageMessage: { caption: "sair" } })],
  ])("%s", (_, message) => {
    expect(readMessage(message)).toEqual({
      type: "edit",
      messageId: "FIRST",
      text: "sair",
      editedAtMs: null,
    });
  });

  it.each([
    [1_795_000_000_123, 1_795_000_000_123],
    ["1795000000123", 1_795_000_000_123],
    [{ low: -300_183_429, high: 417, unsigned: false }, 417 * 2 ** 32 + (-300_183_429 >>> 0)],
    [-1, null],
    [1.5, null],
    ["1e3", null],
    ["99999999999999999999", null],
    [null, null],
  ])("at %j", (timestampMs, editedAtMs) => {
    const { protocolMessage } = protocol(text);
    expect(readMessage({ protocolMessage: { ...protocolMessage, timestampMs } })).toMatchObject({
      editedAtMs,
    });
  });

  it("without the message it belongs to is none", () => {
    expect(readMessage({ protocolMessage: { type: 14, editedMessage: text } })).toEqual({
      type: "none",
    });
  });

  it("in a wrapper without a protocol message is a message", () => {
    expect(readMessage({ editedMessage: { message: text } })).toEqual(said("sair"));
  });
});

it("takes anything without an error, and nothing deeper than a bound", () => {
  fc.assert(
    fc.property(fc.anything(), (message) => {
      expect(["message", "edit", "reaction", "deletion", "none"]).toContain(
        readMessage(message).type,
      );
    }),
    { seed: 1 },
  );
  let nested: unknown = text;
  for (let depth = 0; depth < 50_000; depth += 1)
    nested = { ephemeralMessage: { message: nested } };
  expect(readMessage(nested)).toEqual({ type: "none" });
  expect(readMessage({ constructor: {}, toString: {} })).toEqual(said(null));
  const long = readMessage({ conversation: "x".repeat(1_000_000) });
  expect(long).toEqual(said("x".repeat(65_536)));
  // What is cut in the middle of an emoji, or comes so, could not be stored as JSON.
  const emoji = readMessage({ contactMessage: { displayName: `${"x".repeat(254)}🙂\0\ud83d` } });
  expect(emoji).toMatchObject({ contacts: [{ name: `${"x".repeat(254)}\ufffd` }] });
});
