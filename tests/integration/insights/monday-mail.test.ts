import { beforeEach, describe, expect, test } from "vitest";
import { teamResults } from "@/lib/contracts/insights/team-results";
import { mailWeeksAt } from "@/server/insights/team-results/monday-mail.service";
import type { PersonId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { toOutgoingMail } from "@/server/platform/mail/mail.mapper";
import { findWaitingMail, type WaitingMailRow } from "@/server/platform/mail/mail.repository";
import { readContents } from "@/server/platform/mail/mail.service";
import { buildChat, buildColleague, type Colleague, say, win } from "@/tests/factories/team-work";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

/** In São Paulo; the 23rd is a Monday. */
const on = (day: number, time = "08:00") => new Date(`2026-11-${day}T${time}:00-03:00`);
const MONDAY = on(23);
const LAST_WEEK = "2026-11-18T12:00:00-03:00";

let owner: TestUser;
let ana: Colleague;
beforeEach(async () => {
  owner = await buildUser();
  await execute(
    sql`UPDATE users SET name = 'Dona', created_at = '2020-01-01' WHERE account_id = ${owner.id}`,
  );
  ana = await buildColleague(owner.id, "Ana");
});

async function mailsOf(personId: PersonId): Promise<string[]> {
  const mails = await rows<WaitingMailRow>(
    sql`SELECT m.id, m.user_id, m.kind, m.sealed_link, m.expires_at, u.name, u.email FROM mails m
        JOIN users u ON u.id = m.user_id WHERE m.user_id = ${personId} AND m.kind = 'team_week' ORDER BY m.id`,
  );
  return mails.map((mail) => {
    const contents = readContents(mail);
    if (!contents) throw new Error("unreadable");
    return toOutgoingMail(mail, contents, "garimpo.example").text;
  });
}

async function work() {
  const { id } = await buildChat(owner);
  await say(owner, id, { at: LAST_WEEK, by: ana.personId });
}

describe("the mail of a Monday", () => {
  test("tells whoever leads the team what each person did in the week before, and the month's goals", async () => {
    const manager = await buildColleague(owner.id, "www.golpe", "manager");
    const { id } = await buildChat(owner);
    await say(owner, id, { at: LAST_WEEK, by: ana.personId });
    await say(owner, id, { at: "2026-11-19T12:00:00-03:00", direction: "in" });
    await win(owner.id, manager.personId, "2026-11-22T23:59:00-03:00", 123_456);
    await win(owner.id, null, "2026-11-16T00:00:00-03:00");
    await win(owner.id, null, "2026-11-15T23:59:00-03:00");
    await win(owner.id, null, "2026-11-23T00:00:00-03:00");
    await execute(
      sql`INSERT INTO goals (owner_id, person_id, month, contacted, won_cents)
          VALUES (${owner.id}, ${ana.personId}, '2026-11-01', 4, NULL), (${owner.id}, ${manager.personId}, '2026-10-01', NULL, 200000)`,
    );
    await mailWeeksAt(MONDAY);
    const [text = ""] = await mailsOf(owner.personId);
    const plain = text.replaceAll("\u00a0", " ");
    expect(text).toContain("De 16/11/2026 a 22/11/2026:\n");
    expect(text).toContain("\nAna: 1 contatado, 1 respondeu.\n");
    expect(text).toContain("\nDona: nada nesta semana.\n");
    expect(plain).toContain(
      "\nUma pessoa da equipe: 1 ganho (R$ 1.234,56).\nSem vendedor: 1 ganho.\nTotal: 1 contatado, 1 respondeu, 2 ganhos (R$ 1.234,56).\n",
    );
    expect(plain).toContain(
      "\nMetas de novembro de 2026:\nAna: contatados 1 de 4 (25%).\nUma pessoa da equipe: valor ganho R$ 1.234,56 de R$ 2.000 (62%).\nTotal: contatados 1 de 4 (25%), valor ganho R$ 1.234,56 de R$ 2.000 (62%).\n",
    );
    expect(text).toMatch(/Ver os resultados: \S+\/equipe\/resultados\n/);
    expect(text).not.toContain("golpe");
    expect(await mailsOf(manager.personId)).toHaveLength(1);
    expect(await mailsOf(ana.personId)).toEqual([]);
  });

  test("goes out once, though two workers do it at once and again", async () => {
    await work();
    await Promise.all([mailWeeksAt(MONDAY), mailWeeksAt(MONDAY)]);
    await mailWeeksAt(on(24, "12:00"));
    expect(await mailsOf(owner.personId)).toHaveLength(1);
    await mailWeeksAt(on(30));
    expect(await mailsOf(owner.personId)).toHaveLength(1);
  });

  test("is not before eight, is caught up until Tuesday night, and not later", async () => {
    await work();
    await mailWeeksAt(on(23, "07:59"));
    await mailWeeksAt(on(25, "00:00"));
    await mailWeeksAt(on(22, "12:00"));
    expect(await mailsOf(owner.personId)).toEqual([]);
    await mailWeeksAt(on(24, "23:59"));
    expect(await mailsOf(owner.personId)).toHaveLength(1);
  });

  test("is not sent to whoever turned it off, until they turn it on", async () => {
    const manager = await buildColleague(owner.id, "Léa", "manager");
    const turn = (by: Pick<TestUser, "headers">, isOn: boolean) =>
      callApi(api, teamResults.setMail, { body: { on: isOn } }, by.headers);
    const isOn = async () =>
      (await callApi(api, teamResults.month, { query: {} }, owner.headers)).body.monday_mail;
    expect(await isOn()).toBe(true);
    expect((await turn(owner, false)).status).toBe(200);
    expect(await isOn()).toBe(false);
    expect((await turn(ana, false)).status).toBe(403);
    await work();
    await mailWeeksAt(MONDAY);
    expect(await mailsOf(owner.personId)).toEqual([]);
    expect(await mailsOf(manager.personId)).toHaveLength(1);
    await turn(owner, true);
    await execute(sql`DELETE FROM week_mails WHERE owner_id = ${owner.id}`);
    await mailWeeksAt(MONDAY);
    expect(await mailsOf(owner.personId)).toHaveLength(1);
  });

  test("tells the goals of the month that most of the week belongs to, and only whoever still leads the team", async () => {
    const manager = await buildColleague(owner.id, "Léa", "manager");
    const { id } = await buildChat(owner);
    await say(owner, id, { at: "2026-10-28T12:00:00-03:00", by: ana.personId });
    await execute(
      sql`INSERT INTO goals (owner_id, person_id, month, contacted) VALUES (${owner.id}, ${ana.personId}, '2026-10-01', 4)`,
    );
    await mailWeeksAt(new Date("2026-11-02T08:00:00-03:00"));
    const [text = ""] = await mailsOf(owner.personId);
    expect(text).toContain("\nMetas de outubro de 2026:\nAna: contatados 1 de 4 (25%).\n");
    const addressOf = async () => {
      const [mail] = await rows<{ id: number }>(
        sql`SELECT id FROM mails WHERE user_id = ${manager.personId} AND kind = 'team_week'`,
      );
      return (await findWaitingMail(mail?.id ?? 0))?.email ?? null;
    };
    expect(await addressOf()).not.toBeNull();
    await execute(sql`UPDATE users SET role = 'seller' WHERE id = ${manager.personId}`);
    expect(await addressOf()).toBeNull();
  });

  test("is none where nobody did anything, where one person works alone, or for whoever is suspended", async () => {
    await mailWeeksAt(MONDAY);
    expect(await mailsOf(owner.personId)).toEqual([]);
    const manager = await buildColleague(owner.id, "Léa", "manager");
    await work();
    await execute(sql`DELETE FROM week_mails WHERE owner_id = ${owner.id}`);
    const suspend = (personId: PersonId) =>
      execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${personId}`);
    await suspend(manager.personId);
    await mailWeeksAt(MONDAY);
    expect(await mailsOf(manager.personId)).toEqual([]);
    expect(await mailsOf(owner.personId)).toHaveLength(1);
    await execute(sql`DELETE FROM week_mails WHERE owner_id = ${owner.id}`);
    await execute(
      sql`UPDATE users SET suspended_at = now() WHERE account_id = ${owner.id} AND id <> ${owner.personId}`,
    );
    await mailWeeksAt(MONDAY);
    expect(await mailsOf(owner.personId)).toHaveLength(1);
  });
});
