import { useRef } from "react";

/**
 * Handlers of a dialog's content: closing returns the focus to where it was when the dialog opened, which Radix does only
 * for dialogs with a trigger of their own.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
