/** The type of a file, from its first bytes: never from its name or from its sender's claim. */

/** Enough for every signature below. */
export const SIGNATURE_BYTES = 4_096;
export const UNKNOWN_TYPE = "application/octet-stream";

/** Types that a browser shows without running anything in them. All others are only downloaded. */
const SHOWN_IN_PAGE = new Set([
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "video/mp4",
  "video/webm",
  "audio/ogg",
  "audio/mpeg",
  "audio/mp4",
  "audio/aac",
]);

const FTYP_AUDIO = new Set(["M4A ", "M4B ", "M4P "]);
/** Brands of MPEG-4 files that browsers play; the same box begins HEIC pictures and others. */
const FTYP_VIDEO = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|3gp[4-9]|qt {2})$/;

export function isShownInPage(mime: string): boolean {
  return SHOWN_IN_PAGE.has(mime);
}

/** Returns UNKNOWN_TYPE for everything that is not recognised for certain, including HTML and SVG. */
export function detectMediaType(head: Uint8Array): string {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  const begins = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(0, 5) === "%PDF-") return "application/pdf";
  if (text(0, 4) === "OggS") return "audio/ogg";
  if (text(0, 3) === "ID3") return "audio/mpeg";
  if (begins(0x1a, 0x45, 0xdf, 0xa3) && text(0, 64).includes("webm")) return "video/webm";
  if (text(4, 8) === "ftyp") {
    const brand = text(8, 12);
    if (FTYP_AUDIO.has(brand)) return "audio/mp4";
    return FTYP_VIDEO.test(brand) ? "video/mp4" : UNKNOWN_TYPE;
  }
  return detectFrames(head);
}

/** ADTS and MPEG audio have no header but that of their first frame. */
function detectFrames(head: Uint8Array): string {
  const [sync = 0, layer = 0, rate = 0] = head;
  if (sync !== 0xff) return UNKNOWN_TYPE;
  // ADTS: twelve bits of synchronisation, layer 0.
  if ((layer & 0xf6) === 0xf0) return "audio/aac";
  const isLayer3 = (layer & 0xe6) === 0xe2;
  const hasRates = (rate & 0xf0) !== 0xf0 && (rate & 0xf0) !== 0 && (rate & 0x0c) !== 0x0c;
  return isLayer3 && hasRates ? "audio/mpeg" : UNKNOWN_TYPE;
}
