interface ParsedMail {
  subject: string;
  text: string;
  html: string | null;
}

/** Enough of MIME for what nodemailer writes: one part, or multiparts of text and HTML. */
export function parseMail(raw: Buffer): ParsedMail {
  const { headers, body } = split(raw.toString("latin1"));
  const parts = partsOf(headers, body);
  const find = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? null;
  const html = find("text/html");
  return {
    subject: decodeWords(headers.get("subject") ?? ""),
    text: find("text/plain") ?? html?.replace(/<[^>]+>/g, " ") ?? "",
    html,
  };
}

interface Part {
  type: string;
  content: string;
}

function partsOf(headers: ReadonlyMap<string, string>, body: string): Part[] {
  const type = headers.get("content-type") ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary === undefined) {
    const bytes = decodeBody(headers.get("content-transfer-encoding") ?? "7bit", body);
    return [{ type: type.toLowerCase(), content: bytes.toString("utf8").trimEnd() }];
  }
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((section) => {
      const part = split(section.replace(/^\r?\n/, ""));
      return partsOf(part.headers, part.body);
    });
}

function split(message: string): { headers: ReadonlyMap<string, string>; body: string } {
  const [head = "", ...rest] = message.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: rest.join("\n\n") };
}

function decodeBody(encoding: string, body: string): Buffer {
  switch (encoding.toLowerCase()) {
    case "base64":
      return Buffer.from(body, "base64");
    case "quoted-printable":
      return Buffer.from(
        body.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/gi, (_, hex: string) => byte(hex)),
        "latin1",
      );
    default:
      return Buffer.from(body, "latin1");
  }
}

/** RFC 2047: `=?UTF-8?Q?Confirma=C3=A7=C3=A3o?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, encoded: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(encoded, "base64").toString("utf8")
        : Buffer.from(
            encoded
              .replaceAll("_", " ")
              .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => byte(hex)),
            "latin1",
          ).toString("utf8"),
    );
}

function byte(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
