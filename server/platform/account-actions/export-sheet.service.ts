import type { Actor } from "@/server/platform/actor";
import {
  downloadSheet,
  type Sheet,
  type SheetFormat,
} from "@/server/platform/spreadsheets/download";
import { recordAction } from "./account-actions.service";

/**
 * Streams a file of the account's own data, like `downloadSheet`. The export is recorded before its first row is sent.
 */
export async function exportSheet(
  actor: Actor,
  sheet: Sheet,
  format: SheetFormat,
): Promise<Response> {
  await recordAction(actor, "exported", { name: `${sheet.fileName}.${format}` });
  return downloadSheet(actor, sheet, format);
}
