/** The first `length` UTF-16 units of a text, or one less where a character would be cut in halves. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
