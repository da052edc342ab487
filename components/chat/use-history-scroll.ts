"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessage } from "@/lib/contracts/chat";

/** Nearer to the latest message than this counts as being there. */
const NEAR_PX = 48;

interface HistoryScroll {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** Messages received since the person scrolled up. */
  unseen: number;
  onScroll: () => void;
  jumpToLatest: () => void;
}

/**
 * Keeps the place in a reversed scroll area, whose position counts from the end: at the latest message new ones show by
 * themselves; further up they would push what is being read, so the position moves along with them.
 */
export function useHistoryScroll(
  stored: readonly ChatMessage[],
  shown: readonly ChatMessage[],
): HistoryScroll {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [atLatest, setAtLatest] = useState(true);
  const [seenId, setSeenId] = useState(0);
  const before = useRef({ height: 0, firstId: 0, temporary: 0 });
  const latestId = stored.reduce((latest, { id }) => Math.max(latest, id), 0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const height = content.current?.offsetHeight ?? 0;
    const firstId = shown[0]?.id ?? 0;
    const temporary = shown.length - stored.length;
    const grown = height - before.current.height;
    if (temporary > before.current.temporary) element.scrollTop = 0;
    else if (!atLatest && firstId === before.current.firstId && grown !== 0) {
      element.scrollTop -= grown;
    }
    before.current = { height, firstId, temporary };
  }, [stored, shown, atLatest]);

  useEffect(() => {
    if (atLatest) setSeenId(latestId);
  }, [atLatest, latestId]);

  return {
    scroller,
    content,
    unseen: atLatest ? 0 : stored.filter(({ id, sender }) => id > seenId && sender !== "me").length,
    onScroll: () => setAtLatest(Math.abs(scroller.current?.scrollTop ?? 0) < NEAR_PX),
    jumpToLatest: () => scroller.current?.scrollTo({ top: 0 }),
  };
}
