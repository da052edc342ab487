import { EVENT_MONTHS } from "@/lib/domain/events/event-types";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import * as repository from "./event-rollup.repository";

/** Their partitions exist before the month begins, even if no worker runs for weeks. */
const MONTHS_AHEAD = 3;

/** Sums up completed hours. Any number of workers may run it at once. */
export const rollUpEvents = defineDuty({
  name: "roll up events",
  everyS: 300,
  run: async () => {
    while (await transaction(repository.rollUpHours));
  },
});

/** Creates the coming months' partitions and deletes those older than two years. */
export const turnEventMonths = defineDuty({
  name: "turn event months",
  everyS: 3600,
  run: async () => {
    await transaction(() => repository.createComingMonths(MONTHS_AHEAD));
    return transaction(() => repository.dropOldMonths(EVENT_MONTHS));
  },
  trims: true,
});
