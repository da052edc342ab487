/** Marks the composer's input. */
export const COMPOSER_INPUT = { "data-composer": true };

/** Moves the focus to the end of what is written in the composer, once what was put there is shown. */
export function focusComposer(): void {
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLTextAreaElement>("textarea[data-composer]");
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  });
}
