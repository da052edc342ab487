import { chatQueries } from "@/components/messaging/chat/chat.queries";
import { ownNumbersQuery } from "@/components/messaging/numbers/own-numbers.queries";
import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { readChatChoice } from "./chat-choice";

export const readChat: FirstAnswers = (client, params) => {
  const { filter, intent, numberId } = readChatChoice(params);
  return [
    client.prefetchQuery(ownNumbersQuery()),
    client.prefetchInfiniteQuery(chatQueries.list(filter, "", intent, numberId)),
  ];
};
