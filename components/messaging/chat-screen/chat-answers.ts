import { chatQueries } from "@/components/messaging/chat/chat.queries";
import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { readChatChoice } from "./chat-choice";

export const readChat: FirstAnswers = (client, params) => {
  const { filter, intent } = readChatChoice(params);
  return [client.prefetchInfiniteQuery(chatQueries.list(filter, "", intent))];
};
