import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { chat } from "@/lib/contracts/messaging/chat";

const counts = queryOptions({
  queryKey: [...queryKeys.chat, "unread"],
  queryFn: ({ signal }) => call(chat.unread, {}, { signal }),
});

/** How many messages are unread. In a separate file, because the sidebar of every screen loads it. */
export function unreadQuery() {
  return queryOptions({ ...counts, select: ({ data }) => data.unread_count });
}

/** How many conversations may contain messages of two numbers. */
export function mixedQuery() {
  return queryOptions({ ...counts, select: ({ data }) => data.mixed });
}

/** In how many conversations a note mentions the user who has not seen it. */
export function mentionsQuery() {
  return queryOptions({ ...counts, select: ({ data }) => data.mentions });
}
