import { cannedAnswers } from "@/lib/contracts/canned-answers";
import {
  createCannedAnswer,
  listCannedAnswers,
} from "@/server/canned-answers/canned-answers.service";
import { route } from "@/server/http/route";

export const GET = route(cannedAnswers.list, ({ actor }) => listCannedAnswers(actor));
export const POST = route(cannedAnswers.create, ({ actor, body }) =>
  createCannedAnswer(actor, body),
);
