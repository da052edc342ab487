import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMessage } from "./message-content";

const said = (text: string | null) => ({ type: "message", text });
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
    expect(readMessage(message)).toEqual(said("sair"));
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
    expect(readMessage(message)).toEqual(said(null));
  });
});

describe("what is no message", () => {
  it.each<[string, unknown]>([
    ["a reaction", { reactionMessage: { key: { id: "x" }, text: "👍" } }],
    ["a deletion", { protocolMessage: { key: { id: "x" }, type: "REVOKE" } }],
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
      expect(["message", "edit", "none"]).toContain(readMessage(message).type);
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
});
