"use client";

import { useQuery } from "@tanstack/react-query";
import { unreadQuery } from "@/components/chat/unread.queries";
import { UnreadBadge } from "@/components/chat/unread-badge";

/** How many messages wait to be read. */
export function UnreadMark() {
  const unread = useQuery(unreadQuery());
  return <UnreadBadge count={unread.data ?? 0} />;
}
