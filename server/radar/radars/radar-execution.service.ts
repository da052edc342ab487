import { getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { AppError } from "@/lib/errors";
import { countOf } from "@/lib/format";
import { findRadarSearch, listSearchOutcomes } from "@/server/discovery/searches/searches.service";
import type { Advance, LeasedWork } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import {
  findChanges,
  getRegistryMonths,
} from "@/server/registry/registry/registry-changes.service";
import * as findings from "./radar-findings.repository";
import {
  blockOptedOut,
  checkNumbers,
  finish,
  type Run,
  type Turn,
  tell,
  withLease,
} from "./radar-finish.service";
import { readRegistryFilter } from "./radar-question.service";
import { runRadar } from "./radar-runs.jobs";
import type { RunRow } from "./radar-runs.repository";
import * as runs from "./radar-runs.repository";
import { saveRegistryFindings, startSearch } from "./radar-saving.service";
import * as radars from "./radars.repository";

/** Runs radars: compares two months, or searches, creates leads from the news, and notifies its owner once. */
export const radarWork: LeasedWork<typeof runRadar> = {
  job: runRadar,
  concurrency: () => 1,
  leases: runs.radarLeases,
  firstRetryMs: 3_000,
  failure: "O radar parou por um erro nosso. O que já encontrou continua salvo.",
  advance,
  end: (run, _how, reason) => finish(run, "error", reason),
  async publishProgress(run) {
    publish(run.ownerId, "radars.changed", {});
  },
};

const ENDED: Advance = { state: "ended" };
const SEARCH_LOOK_MS = 2_000;

/** Undefined continues with the step that the row has now. */
type Outcome = Advance | undefined;

async function advance(run: Run): Promise<Advance> {
  for (;;) {
    const row = await runs.findRun(run.ownerId, run.id);
    if (row?.status !== "processing" || row.lease_no !== run.leaseNo) return ENDED;
    if (run.signal.aborted) return ENDED;
    const radar = await radars.findRadar(run.ownerId, row.radar_id);
    if (!radar) return ENDED;
    if (!radar.is_on) {
      await finish(run, "completed", null);
      return ENDED;
    }
    const outcome = await STEP_WORK[row.step]({ run, row, radar });
    if (outcome) return outcome;
    run.reportProgress();
  }
}

const STEP_WORK: Record<RunRow["step"], (turn: Turn) => Promise<Outcome>> = {
  appeared: (turn) => compare(turn, "appeared", "closed"),
  closed: (turn) => compare(turn, "closed", "save"),

  async save(turn) {
    const { run, row, radar } = turn;
    const started =
      radar.kind === "registry" ? await saveRegistryFindings(turn) : await startSearch(turn);
    if (started !== "no credits") return undefined;
    // Its findings are reported before it waits.
    if (radar.kind === "registry" && !row.told_at) {
      await tell(run);
      return undefined;
    }
    await withLease(run, () => radars.setNote(run.ownerId, radar.id, NO_CREDITS));
    return { state: "paused", resumeAt: getSaoPauloDayBounds(new Date()).end };
  },

  async wait({ run, row, radar }) {
    const search =
      row.search_id === null ? null : await findRadarSearch(run.ownerId, row.search_id);
    if (search?.status === "processing") {
      return { state: "paused", resumeAt: new Date(Date.now() + SEARCH_LOOK_MS) };
    }
    const outcomes = search ? await listSearchOutcomes(run.ownerId, search.id) : [];
    await withLease(run, async () => {
      await blockOptedOut(run, outcomes);
      const settled = outcomes.filter(({ outcome }) => !UNSETTLED.includes(outcome));
      if (radar.kind === "registry") {
        // A missing search means that the list was deleted: nobody wants these findings.
        const keys = search ? settled.map(({ key }) => key) : null;
        if (search?.status !== "error") await findings.markSaved(radar.id, keys);
      } else {
        await findings.insertFindings(row, run.ownerId, settled.flatMap(toFinding));
      }
      if (search?.note) await radars.setNote(run.ownerId, radar.id, search.note);
      const isAll = search?.status === "completed" && settled.length === outcomes.length;
      await runs.updateRun(run.ownerId, run.id, {
        step: radar.kind === "registry" && isAll ? "save" : "check",
        spent: row.spent + (search?.leads_created ?? 0),
      });
    });
    return undefined;
  },

  async check({ run, row, radar }) {
    await checkNumbers(run);
    if (run.signal.aborted) return ENDED;
    await tell(run);
    const unsaved = radar.kind === "registry" ? await findings.countUnsaved(radar.id, MOST) : 0;
    if (unsaved > 0 && row.spent < radar.credit_budget) {
      await withLease(run, async () => {
        await runs.updateRun(run.ownerId, run.id, { step: "save" });
        await radars.setNote(run.ownerId, radar.id, describeUnsaved(unsaved));
      });
      return { state: "paused", resumeAt: getSaoPauloDayBounds(new Date()).end };
    }
    const note =
      unsaved > 0
        ? `${countOf(unsaved, "empresa ficou", "empresas ficaram")} sem virar lead: o limite de créditos do radar acabou.`
        : undefined;
    await finish(run, "completed", note);
    return ENDED;
  },
};

/** Outcomes of a search that was stopped, or ran out of credits: these results were not decided. */
const UNSETTLED = ["left_out", "pending"];

function describeUnsaved(count: number): string {
  const companies = countOf(
    count,
    "empresa ainda não virou lead",
    "empresas ainda não viraram leads",
  );
  return `${companies}: faltaram créditos ou espaço. O radar continua amanhã.`;
}

const MOST = 10_000;
const NO_CREDITS = "Seus créditos de hoje acabaram: o radar continua amanhã.";

/** Compares the next establishments and stores what is new, together with the progress. */
async function compare(
  { run, row, radar }: Turn,
  part: "appeared" | "closed",
  following: RunRow["step"],
): Promise<Outcome> {
  const months = await getRegistryMonths();
  if (!months || months.importId !== row.import_id) {
    // Another month is served now, which has its own run.
    await finish(run, "completed", null);
    return ENDED;
  }
  try {
    const filter = readRegistryFilter(radar);
    const { changes, next } = await findChanges(filter, months, { part, after: row.after_id });
    const followed = changes.filter(({ change }) => radar.changes.includes(change));
    await withLease(run, async () => {
      await findings.insertFindings(
        row,
        run.ownerId,
        followed.map(({ cnpj, ...rest }) => ({ ...rest, key: cnpj, saved: false })),
      );
      await runs.updateRun(
        run.ownerId,
        run.id,
        next === null ? { step: following, after_id: 0 } : { after_id: next },
      );
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
    return { state: "failed", final: true, reason: error.message };
  }
}

type Outcomes = Awaited<ReturnType<typeof listSearchOutcomes>>;

function toFinding(result: Outcomes[number]): findings.NewFinding[] {
  const { key, name, outcome, city, state, whatsapp } = result;
  if (outcome !== "created" && outcome !== "linked") return [];
  const change = outcome === "created" ? "found" : "known";
  return [{ key, change, mark: "", name, city, state, phone: whatsapp, saved: true }];
}
