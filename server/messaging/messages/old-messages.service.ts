import { env } from "@/server/platform/env";
import { defineDuty, trimInBatches } from "@/server/platform/jobs/define-duty";
import * as repository from "./old-messages.repository";

const AT_ONCE = 1_000;

/** Deletes messages that were kept as long as configured, and conversations that have nothing left. */
export const deleteOldMessages = defineDuty({
  name: "delete old messages",
  everyS: 3_600,
  run: async () => {
    const months = env.MESSAGES_KEPT_MONTHS;
    if (months === undefined) return 0;
    const messages = await trimInBatches(AT_ONCE, () =>
      repository.deleteOldMessages(months, AT_ONCE),
    );
    const conversations = await trimInBatches(AT_ONCE, () =>
      repository.deleteEmptyConversations(months, AT_ONCE),
    );
    return messages + conversations;
  },
  trims: true,
});
