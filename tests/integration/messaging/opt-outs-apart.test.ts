import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import * as optOutList from "@/server/messaging/opt-outs/opt-out-list.repository";
import * as optOuts from "@/server/messaging/opt-outs/opt-outs.service";
import * as reviews from "@/server/messaging/opt-outs/reviews.repository";
import type { OwnerId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildUser } from "@/tests/factories/users";

/** Two accounts that know the same people: an action on a person in one of them changes nothing else. */

const [ANA, BIA, CAIO, DAVI] = [
  "555198870001",
  "555198870002",
  "555198870003",
  "555198870004",
] as const;
const [LID, OTHER_LID] = ["111@lid", "222@lid"] as const;

let mine: OwnerId;
let theirs: OwnerId;
beforeEach(async () => {
  [mine, theirs] = [(await buildUser()).id, (await buildUser()).id];
  for (const owner of [mine, theirs]) {
    for (const key of [ANA, BIA, LID]) await leave(owner, key);
    for (const key of [CAIO, DAVI, OTHER_LID]) await complain(owner, key);
  }
});

const START = Date.now() - 3_600_000;
const reply = (
  phoneKey: string,
  words: string,
  minute: number,
  messageId: string = randomUUID(),
) => ({
  phoneKey,
  number: null,
  words,
  messageId,
  saidAt: new Date(START + minute * 60_000),
});
const leave = (owner: OwnerId, key: string, minute = 0, id?: string) =>
  transaction(() => optOuts.recordOptOut(owner, reply(key, "sair", minute, id)));
const complain = (owner: OwnerId, key: string, minute = 0) =>
  transaction(() => optOuts.flagReply(owner, reply(key, `de ${key}`, minute)));
const comeBack = (owner: OwnerId, key: string, minute = 10, id?: string) =>
  transaction(() => optOuts.recordReturn(owner, reply(key, "voltar", minute, id)));
const learn = (owner: OwnerId, lid: string, key: string) =>
  execute(
    sql`INSERT INTO contact_identities (owner_id, chat_id, phone_key) VALUES (${owner}, ${lid}, ${key})`,
  );

/** Every opt-out (with whether it is still to be confirmed) and every review, as 'owner key what'. */
async function readAll(): Promise<string[]> {
  const found = await rows<{ line: string }>(
    sql`SELECT concat_ws(' ', owner_id, phone_key, source, CASE WHEN confirm_by IS NOT NULL THEN 'due' END) AS line
        FROM opt_outs WHERE owner_id IN (${mine}, ${theirs})
        UNION ALL SELECT concat_ws(' ', owner_id, phone_key, 'review', words) FROM opt_out_reviews
        WHERE owner_id IN (${mine}, ${theirs})`,
  );
  return found.map(({ line }) => line).sort();
}

/** Runs `act` and returns the lines that it took away (-) and added (+). */
async function changesOf(act: () => Promise<unknown>): Promise<string[]> {
  const before = await readAll();
  await act();
  const after = await readAll();
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

test("a return takes away one opt-out", async () => {
  expect(await changesOf(() => comeBack(mine, ANA))).toEqual([`- ${mine} ${ANA} reply due`]);
});

test("a return counts the ids that this account knows for the number, and no others", async () => {
  await learn(theirs, LID, ANA);
  await learn(mine, LID, BIA);
  expect(await changesOf(() => comeBack(mine, ANA))).toEqual([`- ${mine} ${ANA} reply due`]);
  expect(await changesOf(() => comeBack(mine, BIA))).toEqual([
    `- ${mine} ${LID} reply due`,
    `- ${mine} ${BIA} reply due`,
  ]);
});

test("what a person blocked stays, here and under the number of an id that returns", async () => {
  await transaction(() =>
    optOuts.blockNumbers(mine, [{ phoneKey: DAVI, number: null }], { source: "person" }),
  );
  await transaction(() =>
    optOuts.blockNumbers(theirs, [{ phoneKey: "555198870009", number: null }], {
      source: "person",
    }),
  );
  await learn(mine, LID, DAVI);
  expect(await changesOf(() => comeBack(mine, DAVI))).toEqual([]);
  // Blocked numbers of others and other numbers do not hold anybody back.
  await leave(mine, "555198870009");
  expect(await changesOf(() => comeBack(mine, "555198870009"))).toEqual([
    `- ${mine} 555198870009 reply due`,
  ]);
  expect(await changesOf(() => comeBack(mine, ANA))).toEqual([`- ${mine} ${ANA} reply due`]);
});

test("an id that a person blocked stays blocked when its number returns", async () => {
  const id = "333@lid";
  await transaction(() =>
    optOuts.blockNumbers(mine, [{ phoneKey: id, number: null }], { source: "person" }),
  );
  await learn(mine, id, ANA);
  expect(await changesOf(() => comeBack(mine, ANA))).toEqual([`- ${mine} ${ANA} reply due`]);
});

test("a message returns once, whatever else it did and whatever other accounts' messages did", async () => {
  await leave(mine, CAIO, 1, "ONE");
  await comeBack(theirs, ANA, 10, "ONE");
  expect(await comeBack(mine, CAIO, 10, "ONE")).toBe(true);
  await leave(mine, CAIO, 2);
  expect(await comeBack(mine, CAIO, 10, "ONE")).toBe(false);
  expect(await comeBack(mine, CAIO, 10, "TWO")).toBe(true);
});

test("a return is compared with the latest word, to the second", async () => {
  await leave(mine, ANA, 5);
  await leave(mine, ANA, 3);
  expect(await comeBack(mine, ANA, 4)).toBe(false);
  expect(await comeBack(mine, ANA, 5)).toBe(true);
});

test("a number that a person blocked keeps its time when it asks as well", async () => {
  await transaction(() =>
    optOuts.blockNumbers(mine, [{ phoneKey: CAIO, number: null }], { source: "person" }),
  );
  const timeOf = () =>
    rows(sql`SELECT said_at FROM opt_outs WHERE owner_id = ${mine} AND phone_key = ${CAIO}`);
  const before = await timeOf();
  await leave(mine, CAIO, 600);
  expect(await timeOf()).toEqual(before);
});

test("an opt-out ends the review of its own number", async () => {
  expect(await changesOf(() => leave(mine, CAIO))).toEqual([
    `- ${mine} ${CAIO} review de ${CAIO}`,
    `+ ${mine} ${CAIO} reply due`,
  ]);
});

test("blocking numbers ends their reviews, says which are new, and changes no others", async () => {
  let added: string[] = [];
  const changes = await changesOf(async () => {
    const numbers = [ANA, CAIO].map((phoneKey) => ({ phoneKey, number: null }));
    added = await transaction(() => optOuts.blockNumbers(mine, numbers, { source: "import" }));
  });
  expect(added).toEqual([CAIO]);
  expect(changes).toEqual([`- ${mine} ${CAIO} review de ${CAIO}`, `+ ${mine} ${CAIO} import`]);
});

test("a dismissal ends the review of one person", async () => {
  expect(await changesOf(() => optOuts.dismissReviews(mine, [CAIO]))).toEqual([
    `- ${mine} ${CAIO} review de ${CAIO}`,
  ]);
});

test("a review is asked for by its own keys, the latest of several first", async () => {
  await complain(mine, DAVI, 5);
  expect(await reviews.findReview({ ownerId: mine, sight: null }, [CAIO])).toMatchObject({
    words: `de ${CAIO}`,
  });
  expect(await reviews.findReview({ ownerId: mine, sight: null }, [CAIO, DAVI])).toMatchObject({
    words: `de ${DAVI}`,
  });
  expect(await reviews.findReview({ ownerId: mine, sight: null }, [ANA])).toBeNull();
  await optOuts.dismissReviews(mine, [CAIO]);
  expect(await reviews.findReview({ ownerId: mine, sight: null }, [CAIO])).toBeNull();
});

test("a complaint of somebody who is blocked asks nothing, nor does one take another's place", async () => {
  expect(await changesOf(() => complain(mine, ANA))).toEqual([]);
  expect(await changesOf(() => complain(mine, "555198870005"))).toEqual([
    `+ ${mine} 555198870005 review de 555198870005`,
  ]);
});

test("an opt-out of an id is copied to its number with the confirmation, a review is moved", async () => {
  expect(await changesOf(() => transaction(() => optOuts.extendOptOut(mine, LID, CAIO)))).toEqual([
    `- ${mine} ${LID} reply due`,
    `+ ${mine} ${LID} reply`,
    `+ ${mine} ${CAIO} reply due`,
  ]);
  const moved = () => transaction(() => optOuts.extendOptOut(mine, OTHER_LID, "555198870006"));
  expect(await changesOf(moved)).toEqual([
    `- ${mine} ${OTHER_LID} review de ${OTHER_LID}`,
    `+ ${mine} 555198870006 review de ${OTHER_LID}`,
  ]);
});

test("a review of an id ends where its number is blocked, or keeps the number's own", async () => {
  const extend = (to: string) => () => transaction(() => optOuts.extendOptOut(mine, OTHER_LID, to));
  expect(await changesOf(extend(ANA))).toEqual([`- ${mine} ${OTHER_LID} review de ${OTHER_LID}`]);
  await complain(mine, OTHER_LID);
  expect(await changesOf(extend(CAIO))).toEqual([`- ${mine} ${OTHER_LID} review de ${OTHER_LID}`]);
});

test("a removal takes the number and its ids, and is logged once", async () => {
  await learn(mine, LID, ANA);
  const [row] = await rows<{ id: number }>(
    sql`SELECT id FROM opt_outs WHERE owner_id = ${mine} AND phone_key = ${ANA}`,
  );
  const remove = (owner: OwnerId) =>
    transaction(() => optOuts.unblockNumber(owner, row?.id ?? 0, "Pediu"));
  expect(await changesOf(() => remove(theirs))).toEqual([]);
  expect(await changesOf(() => remove(mine))).toEqual([
    `- ${mine} ${LID} reply due`,
    `- ${mine} ${ANA} reply due`,
  ]);
  expect(
    await rows(
      sql`SELECT phone_key, words, reason FROM opt_out_events WHERE owner_id = ${mine} AND kind = 'removed'`,
    ),
  ).toEqual([{ phone_key: ANA, words: "sair", reason: "Pediu" }]);
});

test("a confirmation is taken up for one number, once, and forbids the next to that number only", async () => {
  let claimed: unknown;
  const changes = await changesOf(async () => {
    claimed = await optOuts.claimConfirmation(mine, ANA);
  });
  expect(claimed).toEqual({ wanted: true });
  expect(changes).toEqual([`- ${mine} ${ANA} reply due`, `+ ${mine} ${ANA} reply`]);
  expect(await optOuts.claimConfirmation(mine, ANA)).toBeNull();
  await optOuts.insertConfirmation(mine, ANA, "C");
  for (const [owner, key] of [
    [mine, ANA],
    [mine, BIA],
    [theirs, ANA],
  ] as const) {
    await comeBack(owner, key);
    await leave(owner, key, 20);
  }
  const due = (await readAll()).filter((line) => line.endsWith("due"));
  expect(due).toEqual(
    [`${mine} ${BIA}`, `${mine} ${LID}`, `${theirs} ${ANA}`, `${theirs} ${BIA}`, `${theirs} ${LID}`]
      .map((line) => `${line} reply due`)
      .sort(),
  );
});

test("one account's choice about confirmations is its own", async () => {
  await optOuts.setAnswerSettings(theirs, { confirms: false });
  expect(await optOuts.claimConfirmation(mine, ANA)).toEqual({ wanted: true });
  expect(await optOuts.claimConfirmation(theirs, ANA)).toEqual({ wanted: false });
  await optOuts.setAnswerSettings(theirs, { makes_tasks: false });
  expect(await optOuts.findAnswerSettings(mine)).toEqual({ confirms: true, makes_tasks: true });
  expect(await optOuts.findAnswerSettings(theirs)).toEqual({ confirms: false, makes_tasks: false });
  await optOuts.setAnswerSettings(theirs, { confirms: true });
  expect(await optOuts.findAnswerSettings(theirs)).toEqual({ confirms: true, makes_tasks: false });
});

test("one account's list shows its own numbers, under the ids that it knows", async () => {
  await learn(theirs, LID, ANA);
  const page = { terms: [], sort: "since" as const, descending: true, limit: 10, offset: 0 };
  const numbersOf = async (owner: OwnerId) =>
    (await optOutList.findOptOuts(owner, page)).map(({ number }) => number);
  expect(await numbersOf(mine)).toEqual([LID, BIA, ANA]);
  expect(await numbersOf(theirs)).toEqual([BIA, ANA]);
  expect(await optOutList.countOptOuts(mine, [])).toBe(3);
  expect(await optOutList.countOptOuts(theirs, [])).toBe(2);
  expect(await optOutList.countOptOuts(mine, [["0001"]])).toBe(1);
  const [, second] = await optOutList.findOptOuts(mine, page);
  const before = await optOutList.findOptOutsBefore(mine, second?.id ?? 0, 10);
  expect(before.map(({ number }) => number)).toEqual([ANA]);
});
