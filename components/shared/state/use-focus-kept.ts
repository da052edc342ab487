import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * The focus of a row that goes, as one that was deleted from its own menu, stays in the list: `bringBack` puts it there,
 * so that the next key or Tab is in it.
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
        // One that was removed took the focus along; nobody has left.
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
