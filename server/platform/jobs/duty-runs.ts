import { findDutyRuns } from "./duty-runs.repository";

/** When duties last ran and how much they deleted, by their names; without those that never ran. */
export async function listDutyRuns(names: readonly string[]) {
  return new Map((await findDutyRuns(names)).map((run) => [run.name, run]));
}
