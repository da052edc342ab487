import type { MessageContent } from "../store/store";
import { drawPhoto, recordVoice, STICKER, writeDocument } from "./samples";

export const SAMPLES = ["image", "voice", "document", "sticker", "location", "contact"] as const;
export type Sample = (typeof SAMPLES)[number];

const VOICE_SECONDS = 8;

/** Messages that a phone sends when its user picks a photo, records speech, attaches a document and so on. */
export function buildSample(sample: Sample, caption: string): MessageContent {
  const words = caption === "" ? {} : { caption };
  switch (sample) {
    case "image":
      return toFile("imageMessage", drawPhoto(), caption, {
        ...words,
        mimetype: "image/png",
        width: 640,
        height: 400,
      });
    case "voice":
      return toFile("audioMessage", recordVoice(VOICE_SECONDS), "", {
        mimetype: "audio/ogg; codecs=opus",
        ptt: true,
        seconds: VOICE_SECONDS,
      });
    case "document":
      return toFile("documentMessage", writeDocument("Proposta comercial"), caption, {
        ...words,
        mimetype: "application/pdf",
        fileName: "Proposta comercial.pdf",
      });
    case "sticker":
      return toFile("stickerMessage", STICKER, "", {
        mimetype: "image/webp",
        width: 512,
        height: 512,
      });
    case "location":
      return {
        text: "",
        message: {
          locationMessage: {
            degreesLatitude: -23.5505,
            degreesLongitude: -46.6333,
            name: "Praça da Sé",
            address: "Centro, São Paulo",
          },
        },
      };
    case "contact":
      return {
        text: "",
        message: {
          contactMessage: {
            displayName: "Marina Compras",
            vcard:
              "BEGIN:VCARD\nVERSION:3.0\nFN:Marina Compras\nitem1.TEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD",
          },
        },
      };
  }
}

function toFile(
  name: string,
  file: Buffer,
  text: string,
  facts: Readonly<Record<string, unknown>>,
): MessageContent {
  return {
    text,
    // Evolution passes on 64-bit integers as text.
    message: { [name]: { ...facts, fileLength: String(file.length) } },
    file: file.toString("base64"),
  };
}
