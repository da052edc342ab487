import { Readable } from "node:stream";
import { describeMediaStore, getMediaStore } from "@/server/messaging/media/media-store.service";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { type BeatStore, recordBeat } from "@/server/platform/system/copies.service";

const DIGITS = 12;

/** Stored in the store of files, which is backed up separately and not restored together with the database. */
export const beats: BeatStore = {
  async read(name) {
    const content = await getMediaStore().open(toKey(name), { start: 0, end: DIGITS - 1 });
    if (!content) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    return /^\d{1,12}$/.test(text) ? Number(text) : "lost";
  },
  write(name, beat) {
    const text = String(beat).padStart(DIGITS, "0");
    const content = Readable.from([Buffer.from(text)]);
    return getMediaStore().put(toKey(name), { content, bytes: DIGITS, mime: "text/plain" });
  },
  locate: (name) => `${toKey(name)} in ${describeMediaStore()}`,
};

function toKey(name: string): string {
  return `installation/${name}`;
}

export const recordBeats = defineDuty({
  name: "beat",
  everyS: 60,
  run: () => recordBeat(beats),
});
