/** Quotes inside a JSON text are escaped, so this can only be the field itself. */
const FIELD = '"base64":"';
/** Limit for what comes before the field: the name, the caption, the type. */
const MAX_BEFORE = 200_000;

/**
 * Decodes the field `base64` of a JSON object while it is received: otherwise a document of 100 MB would take several
 * times its size in memory. Throws when there is no such field, or when it does not end.
 */
export async function* readBase64Field(
  json: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder("latin1");
  let before: string | null = "";
  let rest = "";
  for await (const chunk of json) {
    let text = decoder.decode(chunk, { stream: true });
    if (before !== null) {
      const searched: string = before + text;
      const at = searched.indexOf(FIELD);
      if (at < 0) {
        if (searched.length > MAX_BEFORE) throw new Error("An answer without the field base64.");
        before = searched;
        continue;
      }
      before = null;
      text = searched.slice(at + FIELD.length);
    }
    const end = text.indexOf('"');
    const encoded = rest + (end < 0 ? text : text.slice(0, end));
    // Four letters are three bytes; what is left over waits for the next chunk.
    const whole = end < 0 ? encoded.length - (encoded.length % 4) : encoded.length;
    if (whole > 0) yield Buffer.from(encoded.slice(0, whole), "base64");
    if (end >= 0) return;
    rest = encoded.slice(whole);
  }
  throw new Error("The answer ended before the field base64 did.");
}

/** Three bytes are four letters: only the last chunk may need padding. */
const GROUP_BYTES = 3;

/**
 * JSON of an object whose last field, `name`, holds the content in base64, encoded while it is read. `fields` must not
 * be empty.
 */
export async function* writeBase64Field(
  fields: object,
  name: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(`${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:"`);
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % GROUP_BYTES);
    rest = bytes.subarray(whole);
    if (whole > 0) yield Buffer.from(bytes.toString("base64", 0, whole));
  }
  yield Buffer.from(`${rest.toString("base64")}"}`);
}
