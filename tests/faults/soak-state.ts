import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { firstRow, raw, rows, sql } from "@/server/platform/db/sql";
import { countJobs } from "@/server/platform/jobs/enqueue";
import { readLiveMb } from "./live-memory";
import { type Machine, PARTS, type Part, type Running } from "./soak-machine";
import { readMemoryMb } from "./web-process";

const SAMPLE_EVERY_MS = 2_000;
/** Longer than an idle connection is kept. */
const QUIET_MS = 36_000;
const SETTLES_WITHIN_MS = 180_000;
/** Of Node's loader for TypeScript, which production has not. */
const OF_THE_LOADER = /^tsx-|^node-compile-cache/;

/** Memory, descriptors, sockets and files of a process. */
export interface Held {
  MB: number;
  /** After a collection. */
  "live MB"?: number;
  descriptors: number;
  sockets: number;
  "temporary files": number;
}

/** Requested work that is not finished. */
export interface Open {
  leases: number;
  jobs: number;
  sends: number;
  "rows under way": number;
  "webhooks out": number;
  mails: number;
}

export interface Snapshot {
  processes: Record<Part, Held>;
  connections: number;
  streams: number;
}

export async function readOpen(): Promise<Open> {
  const row = await firstRow<Omit<Open, "jobs" | "leases">>(
    sql`SELECT (SELECT count(*)::int FROM sends) AS sends,
               (SELECT count(*)::int FROM campaign_runs WHERE status IN ('pending', 'running'))
               + (SELECT count(*)::int FROM imports WHERE status = 'processing')
               + (SELECT count(*)::int FROM searches WHERE status = 'processing')
               + (SELECT count(*)::int FROM messages WHERE sending_since IS NOT NULL) AS "rows under way",
               (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'waiting') AS "webhooks out",
               (SELECT count(*)::int FROM mails WHERE sent_at IS NULL AND failed_at IS NULL) AS mails`,
  );
  const queues = await countJobs();
  const jobs = queues.reduce((sum, { waiting, active }) => sum + waiting + active, 0);
  if (!row) throw new Error("nothing was counted");
  return { leases: await countLeases(), jobs, ...row };
}

async function countLeases(): Promise<number> {
  const tables = await rows<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'lease_until'`,
  );
  let sum = 0;
  for (const { name } of tables) {
    const row = await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM ${raw(`"${name}"`)} WHERE lease_until > now()`,
    );
    sum += row?.count ?? 0;
  }
  return sum;
}

/** Waits until no count falls any more, and returns the rest. */
export async function takeSnapshot(machine: Machine, metricsToken: string): Promise<Snapshot> {
  const end = performance.now() + SETTLES_WITHIN_MS;
  let lowest = await look(machine, metricsToken);
  let fellAt = performance.now();
  while (performance.now() < end && performance.now() - fellAt < QUIET_MS) {
    await pause(SAMPLE_EVERY_MS);
    const now = await look(machine, metricsToken);
    if (isBelow(now, lowest)) fellAt = performance.now();
    lowest = toLower(now, lowest);
  }
  for (const part of PARTS) {
    const { child, inspectPort } = machine.get(part);
    lowest.processes[part]["live MB"] = await readLiveMb(child, inspectPort);
  }
  return lowest;
}

async function look(machine: Machine, metricsToken: string): Promise<Snapshot> {
  const own = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'`,
  );
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${machine.url}/api/metrics`, { headers })).text();
  const processes = Object.fromEntries(
    PARTS.map((part) => [part, readHeld(machine.get(part))]),
  ) as Record<Part, Held>;
  return {
    processes,
    connections: own?.count ?? 0,
    streams: Number(/^garimpo_streams(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN),
  };
}

function readHeld({ child, temporary }: Running): Held {
  const folder = `/proc/${child.pid}/fd`;
  const targets = readdirSync(folder).flatMap((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`);
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
  return {
    MB: readMemoryMb(child),
    descriptors: targets.length,
    sockets: targets.filter((target) => target.startsWith("socket:")).length,
    "temporary files": readdirSync(temporary).filter((name) => !OF_THE_LOADER.test(name)).length,
  };
}

function isBelow(now: Snapshot, before: Snapshot): boolean {
  return (
    now.connections < before.connections ||
    now.streams < before.streams ||
    PARTS.some((part) => {
      const [held, was] = [now.processes[part], before.processes[part]];
      return held.descriptors < was.descriptors || held.MB < was.MB;
    })
  );
}

function toLower(now: Snapshot, before: Snapshot): Snapshot {
  const lower = <T extends object>(a: T, b: T) =>
    Object.fromEntries(
      Object.entries(a).map(([name, value]) => [
        name,
        Math.min(Number(value), Number(b[name as keyof T])),
      ]),
    ) as T;
  return {
    processes: Object.fromEntries(
      PARTS.map((part) => [part, lower(now.processes[part], before.processes[part])]),
    ) as Record<Part, Held>,
    connections: Math.min(now.connections, before.connections),
    streams: Math.min(now.streams, before.streams),
  };
}
