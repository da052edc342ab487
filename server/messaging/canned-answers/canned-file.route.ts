import { CANNED_FILE_PATH } from "@/lib/contracts/messaging/canned-answers";
import { createFileRoute } from "@/server/messaging/media/media.route";
import { findCannedFile } from "./canned-answers.service";

/** The file of a canned answer. */
export const cannedFileRoute = createFileRoute(CANNED_FILE_PATH, findCannedFile);
