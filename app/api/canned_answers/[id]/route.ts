import { cannedAnswers } from "@/lib/contracts/canned-answers";
import {
  deleteCannedAnswer,
  updateCannedAnswer,
} from "@/server/canned-answers/canned-answers.service";
import { route } from "@/server/http/route";

export const PUT = route(cannedAnswers.update, ({ actor, params, body }) =>
  updateCannedAnswer(actor, params.id, body),
);
export const DELETE = route(cannedAnswers.remove, ({ actor, params }) =>
  deleteCannedAnswer(actor, params.id),
);
