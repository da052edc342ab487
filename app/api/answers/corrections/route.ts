import { answers } from "@/lib/contracts/messaging/answers";
import { listCorrections } from "@/server/inbound/answers/answer-decisions.service";
import { route } from "@/server/platform/http/route";

export const GET = route(answers.corrections, ({ actor }) => listCorrections(actor));
