import type { z } from "zod/mini";
import type { RegistryImport } from "@/lib/contracts/registry/registry-imports";
import { computeImportProgress } from "@/lib/domain/registry/import-steps";
import type { RegistryImportRow } from "./registry-imports.repository";

/** Before this, an estimate is meaningless. */
const MIN_PROGRESS = 0.02;
const MIN_SECONDS = 2;

export function toRegistryImport(row: RegistryImportRow): z.input<typeof RegistryImport> {
  const isRunning = row.status === "processing";
  const isDownloading = isRunning && row.step === "download";
  const progress = isRunning ? computeProgress(row) : 1;
  // The network's speed does not show how fast the files are imported.
  const begun = isDownloading ? row.created_at : (row.downloaded_at ?? row.created_at);
  const seconds = ((row.completed_at?.getTime() ?? Date.now()) - begun.getTime()) / 1000;
  const canEstimate = isRunning && progress > MIN_PROGRESS && seconds > MIN_SECONDS;
  return {
    id: row.id,
    month: row.month,
    folder: row.folder,
    status: row.status,
    served: row.served,
    step: row.step,
    stopping: isRunning && row.stop_at !== null,
    progress,
    downloaded: isDownloading ? row.downloaded : null,
    download_size: isDownloading ? row.download_size : null,
    rows: row.rows,
    refused: row.refused,
    rows_per_second:
      row.step === "load" && row.rows > 0 && seconds > 0 ? Math.round(row.rows / seconds) : null,
    eta_seconds: canEstimate ? Math.round((seconds / progress) * (1 - progress)) : null,
    establishments: row.establishments,
    misplaced: row.misplaced,
    dry_run: row.dry_run,
    month_changes: row.changes,
    note: row.note,
    created_at: row.created_at,
    completed_at: row.completed_at,
  };
}

function computeProgress(row: RegistryImportRow): number {
  return row.step === "download"
    ? computeImportProgress(row.step, row.downloaded ?? 0, row.download_size ?? 0)
    : computeImportProgress(row.step, row.read_bytes, row.size);
}
