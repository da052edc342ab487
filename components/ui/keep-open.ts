/** A click on a toast, such as its undo, does not close the dialog below it. */
export function keepOpenForToasts(event: Event): void {
  const isToast = event.target instanceof Element && event.target.closest("[data-sonner-toaster]");
  if (isToast) event.preventDefault();
}
