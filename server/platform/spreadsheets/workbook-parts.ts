import { SaxesParser } from "saxes";
import yauzl from "yauzl";
import { AppError } from "@/lib/errors";
import { fileError } from "./file-error";

/** A workbook has a few dozen parts. */
const MAX_PARTS = 1_000;
/** Limit for one inflated part. */
const MAX_PART_BYTES = 150_000_000;
/** The parts that describe the workbook are small, unlike its sheets and texts. */
const MAX_DESCRIPTION_BYTES = 4_000_000;
/** Limit for the XML between two events, such as a comment or an attribute's value. */
const MAX_TOKEN_LENGTH = 4_000_000;
/** Deeper than any workbook, whose elements are hardly nested. */
const MAX_DEPTH = 100;

/** Called for the elements of a part in document order; names come without their namespace prefix. */
export interface PartHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The parts of a workbook, which is a ZIP file of XML documents. */
export class WorkbookParts {
  readonly #zip: yauzl.ZipFile;
  readonly #entries = new Map<string, yauzl.Entry>();

  private constructor(zip: yauzl.ZipFile) {
    this.#zip = zip;
  }

  /** @throws AppError invalid_input when it is not an intact ZIP file */
  static async open(bytes: Uint8Array): Promise<WorkbookParts> {
    try {
      const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
      const parts = new WorkbookParts(zip);
      if (zip.entryCount > MAX_PARTS) throw damagedError();
      for await (const entry of zip.eachEntry()) parts.#entries.set(entry.fileName, entry);
      return parts;
    } catch {
      throw damagedError();
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Parses a part while it is inflated; yields after each chunk, so that what the handler collected can be consumed. A
   * missing part has no elements.
   * @throws AppError invalid_input for malformed XML, too_large once it inflates to more than `maxBytes`
   */
  async *parse(
    name: string,
    handler: PartHandler,
    maxBytes = MAX_PART_BYTES,
  ): AsyncGenerator<undefined> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    if (entry.uncompressedSize > maxBytes) throw tooLargeError();
    const parser = new PartParser(handler);
    const decoder = new TextDecoder();
    let size = 0;
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        size += (chunk as Buffer).byteLength;
        if (size > maxBytes) throw tooLargeError();
        parser.write(decoder.decode(chunk as Buffer, { stream: true }));
        yield;
      }
      parser.write(decoder.decode());
      parser.end();
      yield;
    } catch (error) {
      throw error instanceof AppError ? error : damagedError();
    }
  }

  /** Parses a small part at once. */
  async parseDescription(name: string, handler: PartHandler): Promise<void> {
    for await (const _chunk of this.parse(name, handler, MAX_DESCRIPTION_BYTES));
  }
}

/** A streaming XML parser whose memory is limited by the depth and by the length of unfinished input. */
class PartParser {
  readonly #parser = new SaxesParser({ position: false });
  #depth = 0;
  #sinceEvent = 0;

  constructor(handler: PartHandler) {
    this.#parser.on("opentag", ({ name, attributes }) => {
      this.#sinceEvent = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw damagedError();
      // Plain values, because the parser does not resolve namespaces.
      handler.open?.(removePrefix(name), attributes as Record<string, string>);
    });
    this.#parser.on("text", (text) => {
      this.#sinceEvent = 0;
      handler.text?.(text);
    });
    this.#parser.on("cdata", (text) => {
      this.#sinceEvent = 0;
      handler.text?.(text);
    });
    this.#parser.on("closetag", ({ name }) => {
      this.#sinceEvent = 0;
      this.#depth -= 1;
      handler.close?.(removePrefix(name));
    });
  }

  write(xml: string) {
    this.#sinceEvent += xml.length;
    this.#parser.write(xml);
    if (this.#sinceEvent > MAX_TOKEN_LENGTH) throw tooLargeError();
  }

  end() {
    this.#parser.close();
  }
}

function removePrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export function tooLargeError(): AppError {
  return new AppError(
    "too_large",
    "A planilha fica grande demais depois de aberta. Divida-a em partes menores ou salve como CSV.",
  );
}

function damagedError(): AppError {
  return fileError("A planilha está danificada ou não é um arquivo .xlsx.");
}
