const UNSTORABLE = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/**
 * JSON that PostgreSQL stores. A page may hold NUL characters, and a text cut at a length half a pair of surrogates: both
 * are JSON and neither is text to the database.
 */
export function storedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "string"
      ? inner.replaceAll("\0", "").replace(LONE_SURROGATE, "\uFFFD")
      : inner,
  );
}

/** With the u flag a whole pair is one character, so only halves match. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
