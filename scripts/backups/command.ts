import { formatMegabytes, formatNumber } from "@/lib/format";
import type { Manifest } from "./manifest";

/** Runs the work of a command, which ends with 1 and a sentence when it fails, or with the exit code that the work set. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  await work().then(
    () => process.exit(),
    (error: Error) => {
      console.error(error.message || error);
      process.exit(1);
    },
  );
}

export function describeSize({ tables, store }: Manifest, startedAt: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const files =
    store.kind === "folder"
      ? `${formatNumber(store.files)} files, ${formatMegabytes(store.bytes)}`
      : `no files: the bucket ${store.bucket} keeps its own backup`;
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  return `${formatNumber(rows)} rows in ${tables.length} tables, ${formatMegabytes(bytes)}; ${files}; ${formatNumber(seconds)} s`;
}
