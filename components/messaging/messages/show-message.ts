/** Scrolls to a message and focuses it. Returns false when it is not on the screen. */
export function showMessage(id: number): boolean {
  const bubble = document.querySelector<HTMLElement>(`[data-message="${id}"]`);
  if (!bubble) return false;
  bubble.scrollIntoView({ block: "center" });
  bubble.focus({ preventScroll: true });
  return true;
}
