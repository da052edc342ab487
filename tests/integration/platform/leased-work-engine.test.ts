import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { until } from "@/sandbox/testing";
import { importLeases } from "@/server/leads/imports/import-run.repository";
import { runImport } from "@/server/leads/imports/imports.jobs";
import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import {
  type Advance,
  type Leased,
  type LeasedWork,
  sweepRows,
  workOnRow,
} from "@/server/platform/jobs/leased-work";
import { createProgressReporter } from "@/server/platform/jobs/progress";
import { buildUser } from "@/tests/factories/users";

const never = new AbortController().signal;

let owner: OwnerId;
beforeEach(async () => {
  owner = (await buildUser()).id;
});
afterEach(async () => {
  vi.useRealTimers();
  await closeQueues();
});

async function buildRow(): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO imports (owner_id, file_name, columns, row_count, mapping, mode, status, attempts)
        VALUES (${owner}, 'x.csv', '{}', 1, '[]', 'skip', 'processing', 3) RETURNING id`,
  );
  return row?.id ?? 0;
}

const read = (id: number) =>
  firstRow<{ attempts: number; leased: boolean; resume_in_s: number | null; lease_s: number }>(
    sql`SELECT attempts, lease_until IS NOT NULL AS leased, round(extract(epoch FROM resume_at - now()))::int AS resume_in_s,
               extract(epoch FROM lease_until - now())::float8 AS lease_s
        FROM imports WHERE id = ${id}`,
  );

const steal = (id: number) =>
  execute(sql`UPDATE imports SET lease_no = lease_no + 1 WHERE id = ${id}`);

/** Work on import rows that does what the test says, and nothing else. */
function buildWork(advance: (leased: Leased) => Promise<Advance>, over: Partial<LeasedWork> = {}) {
  const work: LeasedWork = {
    job: runImport,
    concurrency: () => 1,
    leases: importLeases,
    failure: "our own error",
    advance,
    end: () => Promise.resolve(),
    publishProgress: () => Promise.resolve(),
    ...over,
  };
  return work;
}

const fail = () => Promise.reject(new Error("on purpose"));

describe("the outcome of a turn", () => {
  test("ended: the lease is released, nothing is due and the attempts are forgotten", async () => {
    const id = await buildRow();
    const work = buildWork(async () => ({ state: "ended" }));
    expect(await workOnRow(work, id, never)).toBeUndefined();
    expect(await read(id)).toMatchObject({ attempts: 0, leased: false, resume_in_s: null });
  });

  test("paused: the row is due then, and the attempts are forgotten", async () => {
    const id = await buildRow();
    const resumeAt = new Date(Date.now() + 90_000);
    const work = buildWork(async () => ({ state: "paused", resumeAt }));
    expect(await workOnRow(work, id, never)).toEqual({ resumeAt });
    expect(await read(id)).toMatchObject({ attempts: 0, leased: false, resume_in_s: 90 });
  });

  test("failed: it is tried again after the time the work says, else after one that doubles", async () => {
    const id = await buildRow();
    const told = buildWork(async () => ({ state: "failed", reason: "busy", retryAfterMs: 30_000 }));
    await workOnRow(told, id, never);
    expect(await read(id)).toMatchObject({ attempts: 4, leased: false, resume_in_s: 30 });
    await execute(sql`UPDATE imports SET resume_at = NULL WHERE id = ${id}`);
    await workOnRow(buildWork(fail, { firstRetryMs: 2_000 }), id, never);
    expect(await read(id)).toMatchObject({ attempts: 5, resume_in_s: 32 });
    await execute(sql`UPDATE imports SET resume_at = NULL, attempts = 6 WHERE id = ${id}`);
    await workOnRow(buildWork(fail, { firstRetryMs: 3_600_000 }), id, never);
    expect(await read(id)).toMatchObject({ resume_in_s: 600 });
  });

  test("failed for good: it is ended at once with the reason", async () => {
    const id = await buildRow();
    const ended: string[] = [];
    const work = buildWork(async () => ({ state: "failed", reason: "no such file", final: true }), {
      end: async (_, how, reason) => void ended.push(`${how}: ${reason}`),
    });
    expect(await workOnRow(work, id, never)).toBeUndefined();
    expect(ended).toEqual(["error: no such file"]);
    // The row was left active, which is no progress.
    expect(await read(id)).toMatchObject({ attempts: 4, leased: false, resume_in_s: null });
  });

  test("out of attempts: it is ended without another turn", async () => {
    const id = await buildRow();
    await execute(sql`UPDATE imports SET attempts = ${importLeases.maxAttempts} WHERE id = ${id}`);
    const ended: string[] = [];
    const work = buildWork(() => Promise.reject(new Error("a turn too many")), {
      end: async (_, how, reason) => void ended.push(`${how}: ${reason}`),
    });
    await workOnRow(work, id, never);
    expect(ended).toEqual(["error: our own error"]);
  });

  test("that cannot be ended: it waits a minute and keeps its attempts", async () => {
    const id = await buildRow();
    const work = buildWork(async () => ({ state: "failed", reason: "x", final: true }), {
      end: fail,
    });
    expect(await workOnRow(work, id, never)).toEqual({ resumeAt: expect.any(Date) });
    expect(await read(id)).toMatchObject({ attempts: 4, leased: false, resume_in_s: 60 });
  });

  test("that cannot be recorded: the lease is released and the attempts stay", async () => {
    const id = await buildRow();
    const work = buildWork(fail, {
      leases: Object.assign({}, importLeases, { countAttempt: fail }),
    });
    await expect(workOnRow(work, id, never)).rejects.toThrow("on purpose");
    expect(await read(id)).toMatchObject({ attempts: 3, leased: false });
  });
});

describe("while it works", () => {
  /** A turn that goes on until the test ends it. */
  function startTurn(id: number, shutdown = never) {
    let finish: (advance: Advance) => void = () => undefined;
    const turn = new Promise<Advance>((resolve) => (finish = resolve));
    let started: (leased: Leased) => void = () => undefined;
    const leased = new Promise<Leased>((resolve) => (started = resolve));
    const done = workOnRow(
      buildWork((now) => {
        started(now);
        return turn;
      }),
      id,
      shutdown,
    );
    return { leased, done, finish: () => finish({ state: "ended" }) };
  }

  test("the lease is renewed every five seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const id = await buildRow();
    const { leased, done, finish } = startTurn(id);
    const { signal } = await leased;
    await execute(sql`UPDATE imports SET lease_until = now() + interval '1 s' WHERE id = ${id}`);
    vi.advanceTimersByTime(5_000);
    await until(async () => ((await read(id))?.lease_s ?? 0) > 10, "the renewal");
    expect(signal.aborted).toBe(false);
    finish();
    await done;
    vi.advanceTimersByTime(60_000);
    expect(await read(id)).toMatchObject({ leased: false });
  });

  test("losing the lease aborts the turn and leaves the row to its new holder", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const id = await buildRow();
    const { leased, done, finish } = startTurn(id);
    const { signal } = await leased;
    await steal(id);
    vi.advanceTimersByTime(5_000);
    await until(() => signal.aborted, "the signal");
    finish();
    await done;
    expect(await read(id)).toMatchObject({ leased: true, attempts: 3 });
  });

  test("a shutdown aborts the turn", async () => {
    const id = await buildRow();
    const shutdown = new AbortController();
    const { leased, done, finish } = startTurn(id, shutdown.signal);
    const { signal } = await leased;
    expect(signal.aborted).toBe(false);
    shutdown.abort();
    expect(signal.aborted).toBe(true);
    finish();
    await done;
  });

  test("what an aborted turn throws is no failure", async () => {
    const id = await buildRow();
    const shutdown = new AbortController();
    const work = buildWork(() => {
      shutdown.abort();
      return fail();
    });
    expect(await workOnRow(work, id, shutdown.signal)).toBeUndefined();
    expect(await read(id)).toMatchObject({ attempts: 0, leased: false, resume_in_s: null });
  });

  test("a turn that fails after its lease was lost changes nothing", async () => {
    const id = await buildRow();
    const work = buildWork(async () => {
      await steal(id);
      return fail();
    });
    expect(await workOnRow(work, id, never)).toBeUndefined();
    expect(await read(id)).toMatchObject({ attempts: 3, leased: true, resume_in_s: null });
  });
});

describe("the queue", () => {
  const queued = async (id: number) => {
    const jobs = await rows<{ data: unknown }>(
      sql`SELECT data FROM bullmq.job WHERE queue = ${runImport.queue} AND (data->>'id')::int = ${id}`,
    );
    return jobs.map(({ data }) => data);
  };

  test("an owner's next row is enqueued when one ends, and not while one is paused", async () => {
    const [first, second] = [await buildRow(), await buildRow()];
    const resumeAt = new Date(Date.now() + 90_000);
    await workOnRow(
      buildWork(async () => ({ state: "paused", resumeAt })),
      first,
      never,
    );
    const ending = buildWork(async (leased) => {
      await execute(
        sql`UPDATE imports SET status = 'stopped', completed_at = now() WHERE id = ${leased.id}`,
      );
      return { state: "ended" };
    });
    await execute(sql`UPDATE imports SET resume_at = NULL WHERE id = ${first}`);
    await workOnRow(ending, first, never);
    expect(await queued(second)).toEqual([{ id: second, leaseNo: 0 }]);
    expect(await queued(first)).toEqual([]);
  });

  test("the sweep enqueues what no worker holds", async () => {
    const id = await buildRow();
    await sweepRows(buildWork(fail));
    expect(await queued(id)).toEqual([{ id, leaseNo: 0 }]);
  });
});

describe("progress", () => {
  test("is published once in a while, and the last of it always", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let published = 0;
    const progress = createProgressReporter(async () => {
      published += 1;
    });
    for (let row = 0; row < 5; row += 1) progress.report();
    expect(published).toBe(0);
    await vi.advanceTimersByTimeAsync(249);
    expect(published).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(published).toBe(1);
    progress.report();
    await vi.advanceTimersByTimeAsync(250);
    expect(published).toBe(2);
    progress.report();
    await progress.flush();
    expect(published).toBe(3);
    progress.report();
    progress.cancel();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(published).toBe(3);
  });

  test("that cannot be published stops nothing", async () => {
    await createProgressReporter(fail).flush();
  });

  test("of a row is published as its work reports it, and when it ends", async () => {
    const id = await buildRow();
    const published: number[] = [];
    const work = buildWork(
      async (leased) => {
        leased.reportProgress();
        await until(() => published.length === 1, "the progress");
        leased.reportProgress();
        return { state: "ended" };
      },
      { publishProgress: async (leased) => void published.push(leased.id) },
    );
    await workOnRow(work, id, never);
    expect(published).toEqual([id, id]);
  });
});
