/** Escape closes the open list of a field before the dialog around it. */
export function keepOpenForList(event: Event): void {
  if (document.activeElement?.matches("[data-list-open]")) {
    event.preventDefault();
  }
}

/** A click on a toast, such as its undo, does not close the dialog below it. */
export function keepOpenForToasts(event: Event): void {
  const isToast = event.target instanceof Element && event.target.closest("[data-sonner-toaster]");
  if (isToast) event.preventDefault();
}
