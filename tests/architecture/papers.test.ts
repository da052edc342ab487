import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MEDIA_MAX_BYTES } from "@/lib/domain/media/media-limits";

/** Instructions for operators in the documents, compared with what they are about. */

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const operations = read("docs/operations.md");

test("a proxy lets the largest file through, by one figure in all samples and papers", () => {
  const said = [
    ...operations.matchAll(/\bbodies of (\d+) MB(?= through|, )/g),
    ...read("deploy/nginx/garimpo.conf").matchAll(/client_max_body_size (\d+)m;/g),
    ...read("deploy/caddy/Caddyfile").matchAll(/max_size (\d+)MB/g),
    ...read("deploy/kubernetes/run/ingress.yaml").matchAll(/proxy-body-size: (\d+)m/g),
  ].map(([, figure]) => Number(figure));
  expect(said.length).toBeGreaterThanOrEqual(6);
  expect([...new Set(said)]).toEqual([101]);
  expect(101_000_000).toBeGreaterThan(Math.max(...Object.values(MEDIA_MAX_BYTES)));
});

test("the account and the folders of systemd's units are made by a step", () => {
  const units = readdirSync(join(root, "deploy/systemd"))
    .map((name) => read(`deploy/systemd/${name}`))
    .join("\n");
  const valuesOf = (name: string) => [
    ...new Set([...units.matchAll(new RegExp(`^${name}=(\\S+)$`, "gm"))].map(([, value]) => value)),
  ];
  const [made = ""] = /^install -d -o garimpo .*$/m.exec(operations) ?? [];
  const folders = valuesOf("ReadWritePaths");
  expect(folders.length).toBeGreaterThan(0);
  expect(folders.filter((folder) => !made.split(" ").includes(folder ?? ""))).toEqual([]);
  expect(valuesOf("User")).toEqual(["garimpo"]);
  expect(operations).toMatch(/^useradd .* garimpo$/m);
  for (const file of valuesOf("EnvironmentFile")) {
    expect(operations).toContain(`install -o garimpo -g garimpo -m 600 /dev/null ${file}\n`);
  }
});

test("backup and restore in compose start nothing that would migrate before them", () => {
  const commands = [...operations.matchAll(/docker compose run .* npm run (?:backup|restore)\b/g)];
  expect(commands.length).toBeGreaterThanOrEqual(3);
  for (const [command] of commands) expect(command).toContain(" --no-deps ");
});
