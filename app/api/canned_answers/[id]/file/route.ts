import { cannedAnswers } from "@/lib/contracts/messaging/canned-answers";
import {
  attachCannedFile,
  removeCannedFile,
} from "@/server/messaging/canned-answers/canned-answers.service";
import { route } from "@/server/platform/http/route";

export { cannedFileRoute as GET } from "@/server/messaging/canned-answers/canned-file.route";
export const POST = route(cannedAnswers.setFile, ({ actor, params, query, file }) =>
  attachCannedFile(actor, params.id, query.file_name, file),
);
export const DELETE = route(cannedAnswers.removeFile, ({ actor, params }) =>
  removeCannedFile(actor, params.id),
);
