"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";

/** Closer than this to the latest message counts as being at it. */
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
 * Keeps the place in a reversed scroll area, whose position counts from the end. At the latest message, new ones appear
 * by themselves; further up they would push the text away that the user reads, so the position moves along with them.
 */
export function useHistoryScroll(
  stored: readonly ChatMessage[],
  shown: readonly ChatMessage[],
): HistoryScroll {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [atLatest, setAtLatest] = useState(true);
  const [seenId, setSeenId] = useState(0);
  const latestId = stored.reduce((latest, { id }) => Math.max(latest, id), 0);
  useSteadyPosition(scroller, content, shown[0]?.id);

  const temporary = shown.length - stored.length;
  const temporaryBefore = useRef(0);
  useLayoutEffect(() => {
    // The user's own new text is always shown, even if an earlier part was on the screen.
    if (temporary > temporaryBefore.current) scroller.current?.scrollTo({ top: 0 });
    temporaryBefore.current = temporary;
  }, [temporary]);

  useEffect(() => {
    if (atLatest) setSeenId(latestId);
  }, [atLatest, latestId]);

  return {
    scroller,
    content,
    unseen: atLatest ? 0 : stored.filter(({ id, sender }) => id > seenId && sender !== "me").length,
    onScroll: () => setAtLatest(isAtLatest(scroller.current)),
    jumpToLatest: () => scroller.current?.scrollTo({ top: 0 }),
  };
}

/** Growth at the end moves the position; growth at the start, where `firstId` changes, does not. */
function useSteadyPosition(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLDivElement | null>,
  firstId: number | undefined,
): void {
  const first = useRef(firstId);
  useLayoutEffect(() => {
    first.current = firstId;
  }, [firstId]);

  useEffect(() => {
    const inner = content.current;
    if (!inner) return;
    let before = { height: inner.offsetHeight, firstId: first.current };
    const observer = new ResizeObserver(() => {
      const after = { height: inner.offsetHeight, firstId: first.current };
      const outer = scroller.current;
      if (outer && !isAtLatest(outer) && after.firstId === before.firstId) {
        outer.scrollTop -= after.height - before.height;
      }
      before = after;
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, [scroller, content]);
}

function isAtLatest(scroller: HTMLElement | null): boolean {
  return Math.abs(scroller?.scrollTop ?? 0) < NEAR_PX;
}
