import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { getDutyPauseMs } from "@/server/platform/jobs/run-duty";
import { ALL_DUTIES } from "@/workers/schedules";

const RULES = join(import.meta.dirname, "../../deploy/prometheus/alerts.yml");

/** Prometheus' own tool, which evaluates the rules. */
function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

beforeEach(({ skip }) => {
  if (spawnSync("promtool", ["--version"]).status !== 0) skip("no promtool here");
});

interface Told {
  series: string;
  values: string;
}

/** The alerts that fire at some minute before `until`. */
function findFiring(told: Told[], until: number, from = 0): string[] {
  const folder = mkdtempSync(join(tmpdir(), "garimpo-alerts-"));
  const file = join(folder, "alerts.test.yml");
  try {
    // No sample is expected, so that promtool's error lists all alerts that fire.
    const promql_expr_test = Array.from({ length: until - from }, (_, minute) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${from + minute}m`,
      exp_samples: [],
    }));
    writeFileSync(
      file,
      // YAML, as all JSON is.
      JSON.stringify({
        rule_files: [RULES],
        evaluation_interval: "15s",
        tests: [{ interval: "15s", input_series: told, promql_expr_test }],
      }),
    );
    const { said } = promtool("test", "rules", file);
    return [
      ...new Set([...said.matchAll(/alertname="(\w+)"/g)].map(([, name = ""]) => name)),
    ].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** So many samples of 15 seconds: `before`, then `during`, then `after`. */
const phases = (before: string, during: string, after: string) => `${before} ${during} ${after}`;
const HOUR = 240;

/** An installation without problems for an hour, except for the given changes. */
function tell(changes: Record<string, string> = {}): Told[] {
  const steady = (value: number) => `${value}x${2 * HOUR}`;
  const well: Record<string, string> = {
    'up{job="garimpo-web",instance="web:3000"}': steady(1),
    'up{job="garimpo-worker",instance="worker:9464"}': steady(1),
    'garimpo_reachable{part="database"}': steady(1),
    'garimpo_reachable{part="queue"}': steady(1),
    garimpo_workers: steady(1),
    garimpo_held_copy: steady(0),
    'garimpo_whatsapp_numbers{status="CONNECTED"}': steady(12),
    'garimpo_waiting_oldest_seconds{what="mails"}': steady(0),
    garimpo_backup_age_seconds: steady(3_600),
    'garimpo_disk_free_ratio{job="garimpo-worker",folder="media"}': `0.5x${2 * HOUR}`,
    'garimpo_http_request_seconds_count{status="2xx"}': `0+30x${2 * HOUR}`,
    'garimpo_http_request_seconds_count{status="5xx"}': steady(0),
    'garimpo_sends_total{outcome="accepted"}': `0+2x${2 * HOUR}`,
    'garimpo_sends_total{outcome="unclear"}': steady(0),
    ...Object.fromEntries(
      ALL_DUTIES.map(({ name }) => [`garimpo_duty_failures_total{duty="${name}"}`, steady(0)]),
    ),
    ...changes,
  };
  return Object.entries(well).map(([series, values]) => ({ series, values }));
}

test("Prometheus' own tool takes the alerts", () => {
  expect(promtool("check", "rules", RULES)).toMatchObject({ status: 0 });
});

test("nothing fires while all is well", () => {
  expect(findFiring(tell(), 60)).toEqual([]);
});

test("a minute without the database fires nothing", () => {
  const failures = ALL_DUTIES.map((duty) => {
    const each = Math.max(1, Math.floor(15_000 / getDutyPauseMs(duty)));
    const at = (times: number) => each * times;
    const during = [1, 2, 3, 4].map(at).join(" ");
    return [
      `garimpo_duty_failures_total{duty="${duty.name}"}`,
      phases(`0x${HOUR}`, during, `${at(4)}x${HOUR}`),
    ];
  });
  const stopped = {
    ...Object.fromEntries(failures),
    'garimpo_reachable{part="database"}': phases(`1x${HOUR}`, "0 0 0 0", `1x${HOUR}`),
    garimpo_workers: phases(`1x${HOUR}`, "0 0 0 0", `1x${HOUR}`),
    'garimpo_http_request_seconds_count{status="5xx"}': phases(
      `0x${HOUR}`,
      "30 60 90 120",
      `120x${HOUR}`,
    ),
    'garimpo_sends_total{outcome="unclear"}': phases(`0x${HOUR}`, "2 4 6 8", `8x${HOUR}`),
  };
  expect(findFiring(tell(stopped), 120)).toEqual([]);
});

test("a web and a worker that are started again within a minute fire nothing", () => {
  const gone = (value: string) => phases(`${value}x${HOUR}`, "_ _ _ _", `${value}x${HOUR}`);
  const restarted = {
    'up{job="garimpo-web",instance="web:3000"}': phases(`1x${HOUR}`, "0 0 0 0", `1x${HOUR}`),
    'up{job="garimpo-worker",instance="worker:9464"}': phases(`1x${HOUR}`, "0 0 0 0", `1x${HOUR}`),
    garimpo_workers: gone("1"),
    'garimpo_whatsapp_numbers{status="CONNECTED"}': phases(`12x${HOUR}`, "_ _ 0 6", `12x${HOUR}`),
  };
  expect(findFiring(tell(restarted), 120)).toEqual([]);
});

const lost = (value: string) => phases(`12x${HOUR}`, "6", `${value}x${HOUR}`);
const mails = 'garimpo_waiting_oldest_seconds{what="mails"}';

test.each<readonly [string, string, Record<string, string>]>([
  [
    "all numbers are lost",
    "GarimpoNumbersOffline",
    { 'garimpo_whatsapp_numbers{status="CONNECTED"}': lost("0") },
  ],
  [
    "most numbers are lost",
    "GarimpoNumbersOffline",
    { 'garimpo_whatsapp_numbers{status="CONNECTED"}': lost("5") },
  ],
  ["mails wait", "GarimpoWorkWaits", { [mails]: `0+15x${2 * HOUR}` }],
  [
    "two nights pass without a backup",
    "GarimpoBackupOld",
    { garimpo_backup_age_seconds: `180000x${2 * HOUR}` },
  ],
  [
    "a disk is full",
    "GarimpoDiskFull",
    { 'garimpo_disk_free_ratio{job="garimpo-worker",folder="media"}': `0.05x${2 * HOUR}` },
  ],
  [
    "a process is gone",
    "GarimpoUnreachable",
    { 'up{job="garimpo-worker",instance="worker:9464"}': `0x${2 * HOUR}` },
  ],
  ["nobody tells anything", "GarimpoUntold", { garimpo_workers: `_x${2 * HOUR}` }],
  [
    "one duty fails for an hour",
    "GarimpoDutyFails",
    { 'garimpo_duty_failures_total{duty="heartbeat"}': `0+1x${2 * HOUR}` },
  ],
  [
    "the database stays away",
    "GarimpoPartDown",
    { 'garimpo_reachable{part="database"}': `0x${2 * HOUR}` },
  ],
])("when %s, %s fires, and nothing else", (_, alert, changes) => {
  expect(findFiring(tell(changes), 110)).toEqual([alert]);
  expect(findFiring(tell(changes), 110, 105), "for as long as it lasts").toEqual([alert]);
});
