import type { RegistryFileKind } from "@/lib/domain/registry/registry-files";
import { type ConvertedLines, convertLines } from "@/lib/domain/registry/staging-rows";

export interface LinesToConvert {
  kind: RegistryFileKind;
  /** Whole lines, in Latin-1. */
  bytes: ArrayBuffer;
  today: string;
}

export default function convert({ kind, bytes, today }: LinesToConvert): ConvertedLines {
  return convertLines(kind, new Uint8Array(bytes), today);
}
