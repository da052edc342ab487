import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus in the list when its row is removed, such as one that is deleted from its own menu: `bringBack` moves
 * it there, so that the next key or Tab starts in the list.
 */
export function useFocusKept(
  rows: unknown,
  bringBack: (region: HTMLElement) => void,
): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    const arrive = () => {
      isInside.current = region.current?.contains(document.activeElement) ?? false;
    };
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // A removed element took the focus along; the user did not leave.
        if (target instanceof Element && target.isConnected) arrive();
      });
    document.addEventListener("focusin", arrive);
    document.addEventListener("focusout", leave);
    return () => {
      document.removeEventListener("focusin", arrive);
      document.removeEventListener("focusout", leave);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks when the rows have changed
  useLayoutEffect(() => {
    if (region.current && isInside.current && document.activeElement === document.body) {
      bringBack(region.current);
    }
  }, [rows]);
  return region;
}
