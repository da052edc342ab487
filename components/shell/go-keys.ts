"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isTyping } from "@/components/shared/state/is-typing";
import { paths } from "@/lib/paths";

/** The second key has to follow within it. */
const PAIR_MS = 1_500;

/** 'G' and then a letter opens a screen from anywhere. */
const SCREENS: Record<string, string> = { h: paths.today };

export function useGoKeys(): void {
  const router = useRouter();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const screen = SCREENS[key];
      if (screen && event.timeStamp - startedAt < PAIR_MS) router.push(screen);
      startedAt = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router]);
}
