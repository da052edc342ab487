import { crc32, deflateSync } from "node:zlib";
import type { Context } from "hono";
import type { Env } from "../faults/fault-injection";

const SIDE = 256;
/** Land, street, avenue, park. */
const PALETTE = [
  [242, 239, 233],
  [255, 255, 255],
  [250, 226, 160],
  [214, 232, 208],
];

/** Serves a repeating street map: enough to see the map move. */
export function serveTile(context: Context<Env>): Response {
  const [z, x, y] = ["z", "x", "y"].map((name) =>
    Number.parseInt(context.req.param(name) ?? "", 10),
  );
  if (![z, x, y].every((part) => Number.isInteger(part))) return context.text("Not Found", 404);
  return context.body(paintTile(Number(x), Number(y)), 200, {
    "content-type": "image/png",
    "cache-control": "public, max-age=86400",
  });
}

function paintTile(tileX: number, tileY: number): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(SIDE * (SIDE + 1));
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      rows[y * (SIDE + 1) + 1 + x] = getColour(tileX * SIDE + x, tileY * SIDE + y);
    }
  }
  return encodePng(rows);
}

function getColour(x: number, y: number): number {
  const slanted = (x + Math.floor(y / 3)) % 512;
  if (y % 512 < 7 || slanted < 7) return 2;
  if (x % 64 < 3 || y % 48 < 3) return 1;
  return Math.floor(x / 64) % 7 === 3 && Math.floor(y / 48) % 5 === 2 ? 3 : 0;
}

/** Encodes an 8-bit palette PNG without filters (w3.org/TR/png). */
function encodePng(rows: Buffer): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      encodeChunk("IHDR", header),
      encodeChunk("PLTE", Buffer.from(PALETTE.flat())),
      encodeChunk("IDAT", deflateSync(rows)),
      encodeChunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function encodeChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body) >>> 0);
  return Buffer.concat([length, body, sum]);
}
