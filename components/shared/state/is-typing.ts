/** True where a key belongs to a field or a dialog, not to the screen. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog]",
    ) !== null
  );
}
