import type { ChatChoice } from "@/components/messaging/chat-list/chat-filter-chips";
import { ANSWER_KINDS } from "@/lib/domain/answers/answer-kinds";
import { CHAT_FILTERS, type ChatFilter } from "@/lib/domain/messages/chat-message";
import { CHAT_ANSWER_PARAMETER, CHAT_FILTER_PARAMETER, CHAT_NUMBER_PARAMETER } from "@/lib/paths";

export const DEFAULT_FILTER: ChatFilter = "all";

/** Which conversations are listed, as the address says. */
export function readChatChoice(params: Pick<URLSearchParams, "get">): ChatChoice {
  const filter = CHAT_FILTERS.find((each) => each === params.get(CHAT_FILTER_PARAMETER));
  const intent = ANSWER_KINDS.find((each) => each === params.get(CHAT_ANSWER_PARAMETER));
  const number = params.get(CHAT_NUMBER_PARAMETER) ?? "";
  const numberId = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null;
  return { filter: filter ?? DEFAULT_FILTER, intent: intent ?? null, numberId };
}
