/** Rejects where the browser does not let a page copy: without https there is no clipboard at all. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
