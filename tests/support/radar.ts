import { completeCnpj } from "@/sandbox/brazil/cnpj";
import { searchWork } from "@/server/discovery/searches/search-execution.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { type LeasedWork, workOnRow } from "@/server/platform/jobs/leased-work";
import { radarWork } from "@/server/radar/radars/radar-execution.service";
import { startDueRadars } from "@/server/radar/radars/radar-schedule.service";
import { importFolder, makeFolder } from "./registry";
import { establishmentLine, writeSmallMonth } from "./registry-month";

const SAO_PAULO = { uf: "SP", town: "7107", cep: "01310100" };
const PARATI = { uf: "RJ", town: "5875", cep: "23970000" };

/** One company of a generated month, with the values that radars compare. */
export interface Company {
  base: number;
  name: string;
  place?: "sp" | "parati";
  status?: "02" | "08";
  statusOn?: string;
  opened?: string;
  phone?: string;
  email?: string;
}

export const cnpjOf = (base: number) => completeCnpj(`${String(base).padStart(8, "0")}0001`);

function toLine({ base, name, place, status, statusOn, opened, phone, email }: Company): string {
  const { uf, town, cep } = place === "parati" ? PARATI : SAO_PAULO;
  const cnpj = cnpjOf(base);
  return establishmentLine({
    ...{ 0: cnpj.slice(0, 8), 1: "0001", 2: cnpj.slice(12), 4: name, 5: status ?? "02" },
    ...{ 6: statusOn ?? "20200101", 10: opened ?? "20150302", 18: cep, 19: uf, 20: town },
    ...{ 22: phone ?? `9${String(80_000_000 + base).slice(-8)}`, 27: email ?? "" },
  });
}

const FILES: Record<string, string> = {
  "2026-09": "D60912",
  "2026-10": "D61010",
  "2026-11": "D61114",
};

/** Imports a month with these companies and the fillers. */
export async function importMonth(month: string, companies: readonly Company[]) {
  const folder = makeFolder();
  writeSmallMonth(folder, companies.map(toLine), { month: FILES[month] ?? "" });
  const imported = await importFolder(folder);
  if (imported.status !== "completed") throw new Error(imported.note ?? imported.status);
  return imported;
}

/** The work, which stops after so many looks at whether it may go on. */
function killedAfter(most: number): LeasedWork {
  return {
    ...radarWork,
    advance(run) {
      const kill = new AbortController();
      let looks = 0;
      return radarWork.advance({
        ...run,
        get signal() {
          looks += 1;
          if (looks > most) kill.abort();
          return kill.signal;
        },
      });
    },
  };
}

const STEPS_OF_A_LIFE = 4;

/**
 * Works on the radars that are due and on their searches to the end. A killed worker dies after one step, or two, or
 * some more, and leaves its lease behind.
 */
export async function workOnRadars({ killed = false } = {}): Promise<void> {
  await startDueRadars.run();
  const never = new AbortController().signal;
  for (let turn = 0; turn < 500; turn += 1) {
    const due = await rows<{ id: number; kind: "run" | "search" }>(
      sql`SELECT id, 'run' AS kind FROM radar_runs WHERE status = 'processing' AND coalesce(resume_at <= now() + interval '1 minute', true)
          UNION ALL SELECT id, 'search' FROM searches WHERE status = 'processing' ORDER BY kind DESC, id`,
    );
    if (due.length === 0) return;
    for (const { id, kind } of due) {
      if (kind === "search") {
        await workOnRow(searchWork, id, never);
        continue;
      }
      await execute(sql`UPDATE radar_runs SET resume_at = NULL WHERE id = ${id}`);
      if (!killed) {
        await workOnRow(radarWork, id, never);
        continue;
      }
      await workOnRow(killedAfter(1 + (turn % STEPS_OF_A_LIFE)), id, never);
      await execute(
        sql`UPDATE radar_runs SET lease_until = now() - interval '1 second', resume_at = NULL
            WHERE id = ${id} AND status = 'processing'`,
      );
    }
  }
  throw new Error("The radars do not come to an end.");
}
