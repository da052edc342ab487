import { cannedAnswers } from "@/lib/contracts/messaging/canned-answers";
import {
  deleteCannedAnswer,
  updateCannedAnswer,
} from "@/server/messaging/canned-answers/canned-answers.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(cannedAnswers.update, ({ actor, params, body }) =>
  updateCannedAnswer(actor, params.id, body),
);
export const DELETE = route(cannedAnswers.remove, ({ actor, params }) =>
  deleteCannedAnswer(actor, params.id),
);
