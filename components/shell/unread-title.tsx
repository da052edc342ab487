"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { unreadQuery } from "@/components/messaging/chat/unread.queries";
import { formatNumber } from "@/lib/format";

const COUNT = /^\(\d[\d.]*\) /;

/** Puts the number of unread messages in front of the tab's title, on every screen. */
export function UnreadTitle() {
  const { data: count = 0 } = useQuery(unreadQuery());
  useEffect(() => {
    const mark = () => {
      const title = document.title.replace(COUNT, "");
      const wanted = count > 0 ? `(${formatNumber(count)}) ${title}` : title;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    // Another screen sets its own title.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [count]);
  return null;
}
