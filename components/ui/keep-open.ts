/** Escape closes the open list of a field, or the browser's own dialog on top, before the dialog around it. */
export function keepOpenForList(event: Event): void {
  const { activeElement } = document;
  if (activeElement?.matches("[data-list-open]") || activeElement?.closest("dialog")) {
    event.preventDefault();
  }
}

/** A click on a toast, such as its undo, or in the browser's own dialog does not close the dialog below it. */
export function keepOpenForToasts(event: Event): void {
  const isAbove =
    event.target instanceof Element && event.target.closest("[data-sonner-toaster], dialog");
  if (isAbove) event.preventDefault();
}
