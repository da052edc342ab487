"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { unreadQuery } from "@/components/chat/unread.queries";
import { UnreadBadge } from "@/components/chat/unread-badge";
import { cn } from "@/components/ui/cn";
import { paths } from "@/lib/paths";

/** The chat is in none of the sidebar's groups: its entry stands beside the connection it depends on. */
export function ChatEntry() {
  const unread = useQuery(unreadQuery());
  const current = usePathname() === paths.chat;
  return (
    <Link
      href={paths.chat}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex h-9 items-center justify-between gap-3 rounded-lg px-2.5 text-sm transition-colors pointer-coarse:h-10",
        current ? "bg-accent text-foreground" : "text-muted-foreground hover:bg-accent/60",
      )}
    >
      Conversas
      <UnreadBadge count={unread.data ?? 0} />
    </Link>
  );
}
