import { useRef } from "react";

/**
 * Remembers where the focus is. The returned function brings it back: to the same element, or to its nearest ancestor that
 * still exists, for example when its row was deleted meanwhile.
 */
export function rememberFocus(): () => void {
  const places: HTMLElement[] = [];
  for (let place = document.activeElement; place; place = place.parentElement) {
    if (place instanceof HTMLElement && (place.tabIndex >= 0 || place.hasAttribute("tabindex"))) {
      places.push(place);
    }
  }
  return () => places.find(({ isConnected }) => isConnected)?.focus();
}

/**
 * Handlers of a dialog's content: closing returns the focus to where it was when the dialog opened. Radix does so only for
 * dialogs with their own trigger.
 */
export function useReturnFocus() {
  const giveBack = useRef<() => void>(undefined);
  return {
    onOpenAutoFocus: () => {
      giveBack.current = rememberFocus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      giveBack.current?.();
    },
  };
}
