import { EXPORT_FILE_PATH } from "@/lib/contracts/custody/account-exports";
import { createFileRoute } from "@/server/messaging/media/media.route";
import { getExportFile } from "./account-exports.service";

/** The archive of an account, only for a session of the owner who asked for it. */
export const exportFileRoute = createFileRoute(EXPORT_FILE_PATH, getExportFile, {
  scope: null,
  role: "owner",
});
