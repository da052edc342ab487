import { crc32, deflateSync } from "node:zlib";

/** Small real files, made on the spot: what the phones of the sandbox send. */

const WIDTH = 640;
const HEIGHT = 400;
const RGB = 3;

/** A PNG of a sunset over hills. */
export function drawPhoto(): Buffer {
  const row = 1 + WIDTH * RGB;
  const pixels = Buffer.alloc(HEIGHT * row);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const hill = 300 + 30 * Math.sin(x / 70) + 12 * Math.sin(x / 23);
      const sun = Math.hypot(x - 430, y - 190) < 55;
      const down = y / HEIGHT;
      const sky = sun ? [255, 236, 170] : [240 - 60 * down, 150 + 50 * down, 110 - 20 * down];
      const color = y > hill ? [38, 70 - 30 * down, 60] : sky;
      pixels.set(color, y * row + 1 + x * RGB);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", head), chunk("IDAT", deflateSync(pixels)), chunk("IEND")];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const SAMPLES_PER_PACKET = 960;
const PACKETS_PER_SECOND = 50;
/** 20 ms of silence in Opus. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);

/** A voice note in Ogg Opus, in which nobody speaks. */
export function recordVoice(seconds: number): Buffer {
  const head = Buffer.from("OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0", "latin1");
  const tags = Buffer.from("OpusTags\x07\0\0\0sandbox\0\0\0\0", "latin1");
  const pages = Array.from({ length: seconds }, (_, at) => {
    const end = (at + 1) * PACKETS_PER_SECOND * SAMPLES_PER_PACKET;
    const packets = Array.from({ length: PACKETS_PER_SECOND }, () => SILENCE);
    return page(packets, { number: at + 2, position: end, flags: at === seconds - 1 ? 4 : 0 });
  });
  return Buffer.concat([
    page([head], { number: 0, position: 0, flags: 2 }),
    page([tags], { number: 1, position: 0, flags: 0 }),
    ...pages,
  ]);
}

function page(
  packets: readonly Buffer[],
  { number, position, flags }: { number: number; position: number; flags: number },
): Buffer {
  const head = Buffer.alloc(27);
  head.write("OggS");
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(position), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(number, 18);
  head[26] = packets.length;
  const bytes = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  bytes.writeUInt32LE(checkPage(bytes), 22);
  return bytes;
}

/** Ogg's own CRC: the polynomial of Ethernet's, with the highest bit first. */
function checkPage(bytes: Buffer): number {
  let check = 0;
  for (const byte of bytes) {
    check ^= byte << 24;
    for (let bit = 0; bit < 8; bit++)
      check = check & 0x80000000 ? (check << 1) ^ 0x04c11db7 : check << 1;
  }
  return check >>> 0;
}

/** A PDF of one page. */
export function writeDocument(text: string): Buffer {
  const content = `BT /F1 24 Tf 60 720 Td (${text.replace(/[^\w .,-]/g, "?")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

/** A WebP of one pixel. */
export const STICKER = Buffer.from(
  "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=",
  "base64",
);
