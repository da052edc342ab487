/** Removes these characters from the end of a text in linear time, which a pattern such as /[.,]+$/ does not. */
export function trimCharactersAtEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
