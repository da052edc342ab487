"use client";

import { usePathname } from "next/navigation";

/** Whether the screen at this path is shown, or one of its sections. */
export function useIsCurrent(path: string): boolean {
  const shown = usePathname();
  return shown === path || shown.startsWith(`${path}/`);
}
