import { REGISTRY_FILES, type RegistryFileKind } from "@/lib/domain/registry/registry-files";
import { RegistryLine } from "@/lib/domain/registry/registry-line";
import { foldName } from "@/lib/domain/registry/registry-name";

/** Codes that every month's tables have, with a word of their description. */
const KNOWN_CODES: Partial<Record<RegistryFileKind, readonly [code: number, word: RegExp]>> = {
  reasons: [1, /EXTIN/],
  municipalities: [7107, /SAO PAULO/],
  natures: [2135, /EMPRESARI/],
  countries: [105, /BRASIL/],
  qualifications: [49, /SOCIO/],
};

/** How each kind's values differ from those of the kinds with as many columns. */
const VALUES: Partial<Record<RegistryFileKind, readonly (readonly [place: number, RegExp])[]>> = {
  companies: [
    [2, /^\d{4}$/],
    [4, /^[\d.]+,\d+$/],
  ],
  simples: [
    [1, /^[SN]?$/],
    [2, /^\d{0,8}$/],
    [4, /^[SN]?$/],
  ],
  activities: [[0, /^\d{7}$/]],
};

/** Lines that are looked at; a table of codes is looked at as a whole. */
const LOOKED_AT = 100;

/**
 * Whether the first lines of a file, in Latin-1, are of this kind, independent of the file's name: most lines have the
 * kind's columns and values, and a table of codes contains its known codes.
 */
export function isOfKind(kind: RegistryFileKind, head: string): boolean {
  const lines = head.split("\n").filter((line) => line.trim() !== "");
  const looked = lines.slice(0, LOOKED_AT);
  const fitting = looked.filter((line) => {
    const fields = splitLine(kind, line);
    return fields && (VALUES[kind] ?? []).every(([place, value]) => value.test(fields.text(place)));
  });
  if (fitting.length * 2 <= looked.length) return false;
  const known = KNOWN_CODES[kind];
  if (!known) return true;
  const [code, word] = known;
  return lines.some((line) => {
    const fields = splitLine(kind, line);
    return fields && Number(fields.text(0)) === code && word.test(foldName(fields.text(1)));
  });
}

function splitLine(kind: RegistryFileKind, line: string): RegistryLine | null {
  const bytes = Uint8Array.from(line, (character) => character.charCodeAt(0));
  const fields = new RegistryLine();
  return fields.split(bytes, 0, bytes.length, REGISTRY_FILES[kind].columns) ? fields : null;
}
