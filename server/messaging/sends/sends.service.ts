import { defineDuty } from "@/server/platform/jobs/define-duty";
import * as repository from "./sends.repository";

export {
  claimOverdue,
  deleteSends,
  insertSends,
  type Purpose,
  type Send,
} from "./sends.repository";

/** Longer than any request of this version takes between the two records. */
const ADOPTED_AFTER_S = 60;

/** Ensures that the outcome is requested even for messages that are not in the outbox. */
export const adoptSends = defineDuty({
  name: "adopt sends",
  everyS: 60,
  run: () => repository.adoptSends(ADOPTED_AFTER_S),
});
