/** Marks the composer's input. */
export const COMPOSER_INPUT = { "data-composer": true };

/** Moves the focus to the end of the composer's text, once a new text is shown there. */
export function focusComposer(): void {
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLTextAreaElement>("textarea[data-composer]");
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  });
}
