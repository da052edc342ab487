import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/query-keys";
import { call } from "@/lib/api/client";
import { chat } from "@/lib/contracts/chat";

/** How many messages are unread. In a file of its own, because the sidebar of every screen loads it. */
export function unreadQuery() {
  return queryOptions({
    queryKey: [...queryKeys.chat, "unread"],
    queryFn: ({ signal }) => call(chat.unread, {}, { signal }),
    select: ({ data }) => data.unread_count,
  });
}
