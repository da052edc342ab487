export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** JSON to read, which scrolls by itself. */
export function renderJson(value: unknown): string {
  return `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2) ?? "")}</pre>`;
}
