const UNSTORABLE = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/**
 * Serialises JSON that PostgreSQL can store: removes NUL and replaces lone surrogates (from truncated texts), which
 * are valid in JSON but not in the database.
 */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "string" ? toStorableText(inner) : inner,
  );
}

/** Removes NUL and replaces lone surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "").replace(LONE_SURROGATE, "\uFFFD");
}

/** With the u flag a surrogate pair is one character, so only lone ones match. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
