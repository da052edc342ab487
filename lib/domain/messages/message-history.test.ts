import { describe, expect, test } from "vitest";

import {
  findChangedPart,
  findUnstored,
  mergeLatest,
  prependEarlier,
  replaceMessages,
} from "./message-history";

interface Message {
  id: number;
  sender: string;
  content: string | null;
  timestamp: string;
  status: string;
}

const message = (id: number, changed: Partial<Message> = {}): Message => ({
  id,
  sender: "me",
  content: `Texto ${id}`,
  timestamp: new Date(Date.UTC(2026, 10, 20, 12, 0, id)).toISOString(),
  status: "sent",
  ...changed,
});
const history = (has_more: boolean, ...ids: number[]) => ({
  messages: ids.map((id) => message(id)),
  has_more,
});
const idsOf = ({ messages }: { messages: Message[] }) => messages.map(({ id }) => id);

describe("mergeLatest", () => {
  test("takes the page where nothing was known", () => {
    expect(mergeLatest(undefined, history(true, 1, 2))).toEqual(history(true, 1, 2));
  });

  test("keeps the earlier messages and what is known of those before them", () => {
    const merged = mergeLatest(history(false, 1, 2, 3, 4), history(true, 3, 4, 5));
    expect(idsOf(merged)).toEqual([1, 2, 3, 4, 5]);
    expect(merged.has_more).toBe(false);
  });

  test("takes new statuses, and drops a message that is no longer there", () => {
    const latest = { messages: [message(2), message(4, { status: "read" })], has_more: true };
    const merged = mergeLatest(history(true, 1, 2, 3, 4), latest);
    expect(idsOf(merged)).toEqual([1, 2, 4]);
    expect(merged.messages.at(-1)?.status).toBe("read");
  });

  test("keeps only the page when messages between may be missing", () => {
    expect(mergeLatest(history(false, 1, 2), history(true, 8, 9))).toEqual(history(true, 8, 9));
  });

  test("takes over has_more when the page reaches further back", () => {
    expect(mergeLatest(history(true, 2, 3), history(false, 1, 2, 3)).has_more).toBe(false);
  });

  test("a page of the whole conversation leaves out what is no longer there", () => {
    expect(idsOf(mergeLatest(history(false, 1, 2), history(false, 2, 3)))).toEqual([2, 3]);
  });

  test("orders messages of one instant by id", () => {
    const timestamp = message(1).timestamp;
    const known = {
      messages: [message(1, { timestamp }), message(2, { timestamp })],
      has_more: false,
    };
    const latest = {
      messages: [message(2, { timestamp }), message(3, { timestamp })],
      has_more: true,
    };
    expect(idsOf(mergeLatest(known, latest))).toEqual([1, 2, 3]);
  });

  test("an emptied conversation is empty", () => {
    expect(mergeLatest(history(true, 1), history(false))).toEqual(history(false));
  });
});

describe("prependEarlier", () => {
  test("puts the page before the history", () => {
    const merged = prependEarlier(history(true, 3, 4), history(false, 1, 2), 3);
    expect(idsOf(merged)).toEqual([1, 2, 3, 4]);
    expect(merged.has_more).toBe(false);
  });

  test("ignores a page that the history does not begin after", () => {
    expect(prependEarlier(history(true, 8), history(false, 1, 2), 3)).toEqual(history(true, 8));
  });
});

describe("findUnstored", () => {
  const submission = (text: string, afterId: number | null, pending = true) => ({
    text,
    afterId,
    sentAt: message(5).timestamp,
    pending,
  });

  test("a text whose row has come is not shown twice", () => {
    const submissions = [submission("Texto 5", 4), submission("Texto 6", 4)];
    expect(findUnstored(submissions, [message(5)])).toEqual([submissions[1]]);
  });

  test("an older message, or one received, with the same text is another one", () => {
    const submissions = [submission("oi", 4)];
    const others = [message(3, { content: "oi" }), message(5, { content: "oi", sender: "55" })];
    expect(findUnstored(submissions, others)).toEqual(submissions);
  });

  test("before any message was loaded its row is known by its time, by clocks that differ", () => {
    const submissions = [submission("oi", null)];
    const timestamp = new Date(Date.parse(message(5).timestamp) - 30_000).toISOString();
    expect(findUnstored(submissions, [message(5, { content: "oi", timestamp })])).toEqual([]);
    const earlier = new Date(Date.parse(message(5).timestamp) - 3_600_000).toISOString();
    const old = message(4, { content: "oi", timestamp: earlier });
    expect(findUnstored(submissions, [old])).toEqual(submissions);
  });

  test("each row stands for one submission", () => {
    const submissions = [submission("oi", 4, false), submission("oi", 4), submission("oi", 4)];
    expect(findUnstored(submissions, [message(5, { content: "oi" })])).toEqual(
      submissions.slice(1),
    );
    const rows = [message(5, { content: "oi" }), message(6, { content: "oi" })];
    expect(findUnstored(submissions, rows)).toEqual(submissions.slice(2));
  });
});

describe("findChangedPart", () => {
  const known = history(true, 1, 2, 3, 4, 5, 6, 7, 8);
  const find = (most: number, ...ids: number[]) => findChangedPart(known, new Set(ids), most);

  test("is one message where one changed", () => {
    expect(find(50, 3)).toEqual({ before: 4, size: 1, ids: [3] });
    expect(find(50, 1)).toEqual({ before: 2, size: 1, ids: [1] });
  });

  test("reaches from the first to the last of those that changed", () => {
    expect(find(50, 6, 2, 3)).toEqual({ before: 7, size: 5, ids: [2, 3, 6] });
  });

  test("is no larger than a page: what lies farther back is left for another", () => {
    expect(find(3, 7, 5, 2)).toEqual({ before: 8, size: 3, ids: [5, 7] });
    expect(find(1, 4)).toEqual({ before: 5, size: 1, ids: [4] });
  });

  test("is none for the last message, which the latest page has, and for what is not in the history", () => {
    expect(find(50, 8)).toBeNull();
    expect(find(50, 99)).toBeNull();
    expect(findChangedPart(history(false), new Set([1]), 50)).toBeNull();
  });
});

test("replaceMessages puts each message in the place of the one that it was", () => {
  const changed = message(2, { status: "read" });
  expect(replaceMessages(history(true, 1, 2, 3), [changed, message(9)])).toEqual({
    messages: [message(1), changed, message(3)],
    has_more: true,
  });
});
