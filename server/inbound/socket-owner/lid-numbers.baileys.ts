import type { LIDMapping, WAMessageKey } from "baileys";
import { logger } from "@/server/platform/logger";
import { settledWithin } from "@/server/platform/within";

/** The library looks in its memory and in our database. */
const LOOK_MS = 2_000;

interface Keyed {
  key: WAMessageKey;
}

export interface NumberedEvents {
  /**
   * Calls `report` with the items, in the order of the calls. An item that has only an opaque id also gets the number.
   */
  add<Item extends Keyed>(items: Item[], report: (items: Item[]) => void): void;
  /** Resolves when everything added before was reported. */
  settle(): Promise<void>;
}

/**
 * WhatsApp may omit the number in events from an opaque id, such as a message or an answer to a campaign. The library
 * learns the number when it sends to it, but does not report it.
 */
export function createNumberedEvents(
  findNumbers: (lids: string[]) => Promise<readonly LIDMapping[] | null>,
): NumberedEvents {
  let waiting = 0;
  let last = Promise.resolve();

  async function addNumbers<Item extends Keyed>(items: Item[], lids: string[]) {
    // Without an answer it is reported anyway: under the id alone.
    const found = await settledWithin(LOOK_MS, findNumbers(lids));
    const numbers = new Map(found?.map(({ lid, pn }) => [lid, pn]));
    return items.map((item) => {
      const number = isUnnumbered(item) && numbers.get(item.key.remoteJid ?? "");
      return number ? { ...item, key: { ...item.key, remoteJidAlt: number } } : item;
    });
  }

  return {
    add(items, report) {
      const lids = [...new Set(items.filter(isUnnumbered).map(({ key }) => key.remoteJid ?? ""))];
      if (waiting === 0 && lids.length === 0) return report(items);
      waiting += 1;
      last = last
        .then(async () => report(lids.length === 0 ? items : await addNumbers(items, lids)))
        .catch((error: unknown) => logger.error({ err: error }, "whatsapp event not read"))
        .finally(() => {
          waiting -= 1;
        });
    },
    settle: () => last,
  };
}

function isUnnumbered({ key }: Keyed): boolean {
  return key.remoteJid?.endsWith("@lid") === true && !key.remoteJidAlt;
}
