/**
 * Texts that mail programs turn into a link: anybody may register with somebody else's address and use an advertisement
 * as a name. Dots of other scripts are read as dots.
 */
const LINKABLE = /\S[.:/@\\。．｡]\S|\bwww\b/iu;

export function isLinkable(text: string): boolean {
  return LINKABLE.test(text);
}
