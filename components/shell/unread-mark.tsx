"use client";

import { useQuery } from "@tanstack/react-query";
import { unreadQuery } from "@/components/messaging/chat/unread.queries";
import { UnreadBadge } from "@/components/messaging/chat/unread-badge";

/** How many messages wait to be read. */
export function UnreadMark() {
  const unread = useQuery(unreadQuery());
  return <UnreadBadge count={unread.data ?? 0} />;
}
