import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { migrate } from "@/scripts/apply-migrations";
import { MANIFEST_FILE, type Manifest, writeManifest } from "@/scripts/backups/manifest";
import { restoreBackup } from "@/scripts/backups/restore-backup";
import { removeOldest } from "@/scripts/backups/rotation";
import { type BackupOptions, takeBackup } from "@/scripts/backups/take-backup";
import { listMigrations } from "@/scripts/migration-scripts";
import { giveErasureKey } from "@/server/platform/db/erasure-session";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { fillAccount } from "@/tests/factories/whole-account";
import {
  createEmptyDatabase,
  createHalfRestored,
  type EmptyDatabase,
  makeBackupFolder,
  readChecksums,
  removeBackups,
  withDatabase,
} from "@/tests/support/backups";
import { drawCases } from "@/tests/support/cases";
import { runCommand } from "@/tests/support/commands";
import { importFolder, makeSample } from "@/tests/support/registry";

afterAll(removeBackups);
// A restore applies every migration there is.
vi.setConfig({ testTimeout: 300_000 });

const store = { kind: "folder", folder: env.MEDIA_DIR, apart: env.REGISTRY_DIR } as const;
const emptyStore = () => ({ ...store, folder: makeBackupFolder() });
const quiet = () => undefined;

function backUp(options: Partial<BackupOptions> = {}) {
  const folder = join(makeBackupFolder(), "copy");
  const defaults = { databaseUrl: env.DATABASE_URL, folder, withRegistry: true, store };
  return takeBackup({ ...defaults, report: quiet, ...options }).then((manifest) => ({
    folder: options.folder ?? folder,
    manifest,
  }));
}

const restore = (databaseUrl: string, folder: string, options = {}) =>
  restoreBackup({ databaseUrl, folder, store: emptyStore(), report: quiet, ...options });

const checksums = (url: string) => withDatabase(url, readChecksums);

/** Checksums of the tables that `withRegistry: false` keeps, without the backup's own time, which is stored later. */
const ownChecksums = async (url: string) =>
  Object.fromEntries(
    Object.entries(await checksums(url)).filter(
      ([name]) => !/^(?:registry_(?:\d+\.|import|refusals)|duty_runs$)/.test(name),
    ),
  );

const isEmpty = async (url: string) => {
  const { rows } = await withDatabase(url, (client) =>
    client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'restoring'"),
  );
  return rows.length === 0 && Object.keys(await checksums(url)).length === 0;
};

let user: TestUser;
/** Has every migration, by a role that is no superuser, and no row. */
let fresh: EmptyDatabase;
let schemaOfFresh: string[];
beforeAll(async () => {
  fresh = await createEmptyDatabase();
  await migrate(fresh.url);
  schemaOfFresh = await schemaOf(fresh.url);
  await checkInstallation();
  await execute(sql`UPDATE installation SET place = 'where it was'`);
  user = await buildUser({ plan: "pro" });
  const other = await buildUser();
  for (const each of [user, other]) await fillAccount(each);
  await buildLead(user.id, { name: 'Tab\there, "quotes"\\N and\nlines\n\\.\n' });
  await execute(sql`SELECT create_event_month('2031-05-01')`);
  expect(await importFolder(makeSample({ rows: 500 }).folder)).toMatchObject({
    status: "completed",
  });
  mkdirSync(join(env.MEDIA_DIR, `${user.id}`), { recursive: true });
  mkdirSync(join(env.MEDIA_DIR, "installation"), { recursive: true });
  writeFileSync(join(env.MEDIA_DIR, `${user.id}/file-1`), "a picture");
  writeFileSync(join(env.MEDIA_DIR, `${user.id}/file-2`), "the other");
  writeFileSync(join(env.MEDIA_DIR, `${user.id}/file-3.5c1b`), "half a pict");
  writeFileSync(join(env.MEDIA_DIR, "installation/counted"), "000000000007");
});

describe("a backup that was restored", () => {
  test("has every row of every table as of one moment, while others write, and goes on from there", async () => {
    const writers = startWriters();
    let then: Promise<Record<string, string>> | undefined;
    const { folder, manifest } = await backUp({
      report() {
        then ??= readThatMoment();
      },
    });
    const written = await writers.stop();
    const expected = await then;
    expect(written).toBeGreaterThan(3);
    expect(manifest.tables.find(({ name }) => name === "leads")?.rows).toBeGreaterThan(3);

    const target = await createEmptyDatabase();
    await restore(target.url, folder);
    expect(await checksums(target.url)).toEqual(expected);
    expect(await schemaOf(target.url)).toEqual(await schemaOf(env.DATABASE_URL));

    await withDatabase(target.url, async (client) => {
      // Numbers go on after the last one, triggers and foreign keys hold again.
      const { rows } = await client.query(
        `INSERT INTO leads (owner_id, name, source, stage_id)
         SELECT owner_id, 'Depois', 'manual', stage_id FROM leads WHERE owner_id = $1 AND stage_id IS NOT NULL LIMIT 1
         RETURNING id, (SELECT max(id) FROM leads) AS last`,
        [user.id],
      );
      expect(rows[0].id).toBeGreaterThan(rows[0].last);
      const { rows: searched } = await client.query("SELECT 1 FROM lead_search WHERE id = $1", [
        rows[0].id,
      ]);
      expect(searched).toHaveLength(1);
      await expect(
        client.query("INSERT INTO notes (owner_id, lead_id, text) VALUES ($1, -1, 'x')", [user.id]),
      ).rejects.toThrow(/foreign key/);
      const { rows: served } = await client.query(
        "SELECT (SELECT count(*)::int FROM registry.establishments) AS rows, establishments::int AS said FROM registry.release",
      );
      expect(served[0].rows).toBe(served[0].said);
      const { rows: place } = await client.query("SELECT place FROM installation");
      expect(place).toEqual([{ place: "restored from a backup" }]);
    });
    // A backup of the copy, by its owner, is the same again.
    const again = await backUp({ databaseUrl: target.url });
    expect(again.manifest.migrations).toEqual(manifest.migrations);
  });

  test("gives the store the files that it lacks, and leaves it those that it has", async () => {
    const { folder, manifest } = await backUp({ withRegistry: false });
    expect(manifest.store).toMatchObject({ kind: "folder", files: 2, bytes: 18 });
    const target = emptyStore();
    mkdirSync(join(target.folder, "erasures"));
    writeFileSync(join(target.folder, "erasures/1"), "erased since");
    mkdirSync(join(target.folder, `${user.id}`));
    writeFileSync(join(target.folder, `${user.id}/file-2`), "a newer one");
    await restore((await createHalfRestored(fresh)).url, folder, { store: target });
    expect(readFileSync(join(target.folder, `${user.id}/file-1`), "utf8")).toBe("a picture");
    expect(readFileSync(join(target.folder, `${user.id}/file-2`), "utf8")).toBe("a newer one");
    expect(readdirSync(target.folder).sort()).toEqual([`${user.id}`, "erasures"]);
  });

  test("is without the registry where it was left out, and with what was chosen of it", async () => {
    await execute(sql`INSERT INTO registry_choices DEFAULT VALUES ON CONFLICT DO NOTHING`).catch(
      quiet,
    );
    const { folder, manifest } = await backUp({ withRegistry: false });
    expect(manifest.registry).toBeNull();
    expect(manifest.tables.filter(({ schema }) => schema !== "public")).toEqual([]);
    const target = await createHalfRestored(fresh);
    await restore(target.url, folder);
    expect(await ownChecksums(target.url)).toEqual(await ownChecksums(env.DATABASE_URL));
    await withDatabase(target.url, async (client) => {
      for (const table of ["registry_imports", "registry.establishments", "registry.release"]) {
        expect((await client.query(`SELECT 1 FROM ${table}`)).rows).toEqual([]);
      }
    });
  });

  test("knows a month that was rehearsed as over, since what was built of it is not copied", async () => {
    const inserted = await rows<{ id: number }>(
      sql`INSERT INTO registry_imports (owner_id, folder, status, dry_run, changes)
          VALUES (4, 'x', 'prepared', true, '{}') RETURNING id`,
    );
    const id = inserted[0]?.id;
    const { folder } = await backUp();
    await execute(sql`DELETE FROM registry_imports WHERE id = ${id}`);
    const target = await createHalfRestored(fresh);
    await restore(target.url, folder);
    await withDatabase(target.url, async (client) => {
      const found = await client.query("SELECT status FROM registry_imports WHERE id = $1", [id]);
      expect(found.rows).toEqual([{ status: "stopped" }]);
    });
  });

  const levels = listMigrations().map((_, at) => at + 1);

  test.each([1, ...drawCases(levels.slice(1), 1)])(
    "of an older version, at migration %i, has its rows, and the schema of this one",
    async (level) => {
      const [older, newer] = [listMigrations().slice(0, level), listMigrations().slice(level)];
      const source = await createEmptyDatabase();
      await migrate(source.url, { only: older });
      await withDatabase(source.url, (client) =>
        client.query(
          `INSERT INTO users (name, email, whatsapp, password_hash) VALUES ('Antes', 'antes@teste.example', '5511987654321', 'x')`,
        ),
      );
      const { folder, manifest } = await backUp({ databaseUrl: source.url });
      const target = await createHalfRestored(source);
      const reports: string[] = [];
      await restore(target.url, folder, { report: (line: string) => reports.push(line) });
      expect(reports.filter((line) => line.startsWith("migrations since"))).toEqual(
        newer.length > 0 ? [`migrations since the backup: ${newer.join(", ")}`] : [],
      );
      expect(await migrate(target.url)).toEqual([]);
      expect(await schemaOf(target.url)).toEqual(schemaOfFresh);
      await withDatabase(target.url, async (client) => {
        expect((await client.query("SELECT name FROM users")).rows).toEqual([{ name: "Antes" }]);
        // Messages sent since the backup are unknown: the copy is held, as of the backup's time.
        const { rows: held } = await client.query(
          "SELECT sealed_word, place, beat_at FROM installation",
        );
        expect(held).toEqual([
          {
            sealed_word: "",
            place: "restored from a backup",
            beat_at: new Date(manifest.taken_at),
          },
        ]);
      });
    },
  );
});

describe("before anything is written", () => {
  let whole: { folder: string; manifest: Manifest };
  beforeAll(async () => {
    whole = await backUp({ withRegistry: false });
  });

  const spoiled = async (spoil: (folder: string) => unknown) => {
    const folder = makeBackupFolder();
    execFileSync("cp", ["-a", `${whole.folder}/.`, folder]);
    await spoil(folder);
    const target = await createEmptyDatabase();
    const error = await restore(target.url, folder).catch((failure: Error) => failure.message);
    expect(await isEmpty(target.superUrl)).toBe(true);
    return error;
  };
  const flip = (file: string) => {
    const bytes = readFileSync(file);
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };

  test("a damaged table is refused", async () => {
    const file = "tables/public.leads.gz";
    expect(await spoiled((folder) => flip(join(folder, file)))).toContain(`${file} is damaged`);
  });

  test("a damaged file of the store is refused", async () => {
    const file = `store/${user.id}/file-1`;
    expect(await spoiled((folder) => flip(join(folder, file)))).toContain(`${file} is damaged`);
  });

  test("a damaged manifest is refused", async () => {
    const error = await spoiled((folder) => flip(join(folder, MANIFEST_FILE)));
    expect(error).toContain(`${MANIFEST_FILE} is damaged`);
  });

  test("a backup that lacks a table is refused", async () => {
    const file = "tables/public.users.gz";
    const error = await spoiled((folder) => rmSync(join(folder, file)));
    expect(error).toBe(`The backup lacks its file ${file}.`);
  });

  test("a folder that is no backup is refused", async () => {
    const error = await spoiled((folder) => rmSync(join(folder, MANIFEST_FILE)));
    expect(error).toContain("is not a whole backup");
  });

  test("a backup of a newer version is refused", async () => {
    const migrations = [...whole.manifest.migrations, "20991231000000_of_tomorrow"];
    const error = await spoiled((folder) =>
      writeManifest(folder, { ...whole.manifest, migrations }),
    );
    expect(error).toContain("of a newer version");
    expect(error).toContain("20991231000000_of_tomorrow");
  });

  test("a database that has anything is refused", async () => {
    const before = await checksums(env.DATABASE_URL);
    await expect(restore(env.DATABASE_URL, whole.folder)).rejects.toThrow("is not empty");
    expect(await checksums(env.DATABASE_URL)).toEqual(before);
  });
});

describe("a restore that was interrupted", () => {
  test.each(["leads", "foreign keys", "statistics"])(
    "at '%s' leaves a database on which nothing starts, and goes on when it is repeated",
    async (moment) => {
      const { folder } = await backUp({ withRegistry: false });
      const target = await createHalfRestored(fresh);
      const cut = restore(target.url, folder, {
        report(line: string) {
          if (line.includes(moment)) throw new Error("the power went");
        },
      });
      await expect(cut).rejects.toThrow("the power went");
      await expect(migrate(target.url)).rejects.toThrow("unfinished restore");
      await expect(backUp({ databaseUrl: target.url })).rejects.toThrow("unfinished restore");
      await restore(target.url, folder);
      expect(await ownChecksums(target.url)).toEqual(await ownChecksums(env.DATABASE_URL));
      expect(await migrate(target.url)).toEqual([]);
    },
  );
});

test("a restore that was killed at any moment goes on by the same command", async () => {
  const folder = join(makeBackupFolder(), "copy");
  const taken = await run("backup", ["--without-registry", folder], env.DATABASE_URL);
  expect(taken).toMatchObject({ code: 0, output: expect.stringContaining("AUTH_SECRET") });
  const target = await createEmptyDatabase();
  const killed = await run("restore", [folder], target.url, randomInt(1_500, 15_000));
  expect(killed.code).not.toBe(1);
  const restored = await run("restore", [folder], target.url);
  // It had ended before it was to be killed.
  if (killed.code === 0) expect(restored.output).toContain("is not empty");
  else expect(restored.output).toContain("Restored, as of");
  expect(await ownChecksums(target.url)).toEqual(await ownChecksums(env.DATABASE_URL));
  expect(await migrate(target.url)).toEqual([]);
});

test("no process starts on a database whose restore has not ended", async () => {
  await execute(sql`CREATE SCHEMA restoring`);
  await execute(sql`CREATE TABLE restoring.backup (backup text, loaded boolean)`);
  await expect(checkInstallation()).rejects.toThrow("unfinished restore of a backup");
  // Nor does a process that was already running leave its own key in it.
  const keys = await withDatabase(env.DATABASE_URL, async (client) => {
    await client.query("BEGIN; DELETE FROM erasure_key");
    await giveErasureKey(client);
    return (await client.query("SELECT 1 FROM erasure_key")).rows;
  });
  expect(keys).toEqual([]);
  await execute(sql`DROP SCHEMA restoring CASCADE`);
  await checkInstallation();
});

describe("the folder of a backup", () => {
  test("is for its owner alone, and takes the place of none", async () => {
    const { folder, manifest } = await backUp({ withRegistry: false });
    const modes = new Set(
      [folder, join(folder, "tables"), join(folder, "store")].map(
        (path) => statSync(path).mode & 0o777,
      ),
    );
    expect(modes).toEqual(new Set([0o700]));
    const files = [MANIFEST_FILE, manifest.tables[0]?.file ?? "", `store/${user.id}/file-1`];
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
    await expect(backUp({ folder })).rejects.toThrow("exists");
    expect(readFileSync(join(folder, MANIFEST_FILE), "utf8")).not.toContain(env.AUTH_SECRET);
  });

  test("does not exist before it is whole, and one that was left over goes", async () => {
    const parent = makeBackupFolder();
    mkdirSync(join(parent, "copy.unfinished-AbCdEf"));
    const failing = backUp({
      folder: join(parent, "copy"),
      report() {
        expect(existsSync(join(parent, "copy"))).toBe(false);
        throw new Error("the disk is full");
      },
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(readdirSync(parent)).toEqual([]);
  });

  test("is one of the last that are kept", async () => {
    const parent = makeBackupFolder();
    for (const day of [1, 2, 3]) {
      const folder = join(parent, `2026-11-0${day}T03-00-00Z`);
      mkdirSync(folder);
      // The second is one that somebody emptied.
      if (day !== 2) writeFileSync(join(folder, MANIFEST_FILE), "{}");
    }
    mkdirSync(join(parent, "by hand"));
    expect(await removeOldest(parent, 1, "2026-11-03T03-00-00Z")).toEqual(["2026-11-01T03-00-00Z"]);
    expect(readdirSync(parent).sort()).toEqual([
      "2026-11-02T03-00-00Z",
      "2026-11-03T03-00-00Z",
      "by hand",
    ]);
  });

  test("is kept when it was just taken, although the clock says that the others are younger", async () => {
    const parent = makeBackupFolder();
    const names = [2027, 2028, 2029].map((year) => `${year}-01-01T03-00-00Z`);
    for (const name of names) {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, MANIFEST_FILE), "{}");
    }
    expect(await removeOldest(parent, 2, "2027-01-01T03-00-00Z")).toEqual(["2028-01-01T03-00-00Z"]);
    expect(await removeOldest(parent, 1, "2027-01-01T03-00-00Z")).toEqual(["2029-01-01T03-00-00Z"]);
  });

  test("is written by one at a time", async () => {
    const [first, second] = await Promise.allSettled([
      backUp({ withRegistry: false }),
      backUp({ withRegistry: false }),
    ]);
    expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
  });
});

const run = (name: string, args: string[], databaseUrl: string, killMs?: number) =>
  runCommand([name, ...args], {
    env: {
      DATABASE_URL: databaseUrl,
      MEDIA_DIR: name === "restore" ? makeBackupFolder() : env.MEDIA_DIR,
    },
    killMs,
  });

/** Accounts go on: leads with their search rows and counts come, change and go. */
function startWriters() {
  let isOver = false;
  let written = 0;
  const write = async () => {
    while (!isOver) {
      const { id } = await buildLead(user.id, { name: `Padaria ${written}` });
      await execute(sql`UPDATE leads SET name = ${`Mercado ${written}`} WHERE id = ${id}`);
      if (written % 3 === 0) await execute(sql`DELETE FROM leads WHERE id = ${id}`);
      written += 1;
    }
  };
  const done = Promise.all([write(), write()]);
  return {
    async stop() {
      isOver = true;
      await done;
      return written;
    },
  };
}

/** Joins the moment that the backup keeps: the server lists it in its folder. */
async function readThatMoment(): Promise<Record<string, string>> {
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM pg_ls_dir('pg_snapshots') AS name ORDER BY (pg_stat_file('pg_snapshots/' || name)).modification DESC",
  );
  for (const { name } of rows) {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    // That of another database's backup is refused.
    const joined = await client.query(`SET TRANSACTION SNAPSHOT '${name}'`).catch(() => null);
    if (joined) {
      const sums = await readChecksums(client);
      await client.end();
      return sums;
    }
    await client.query("ROLLBACK");
  }
  throw new Error("No moment is kept.");
}

/** Constraints, indexes, triggers, columns and sequences, as the server words them. */
async function schemaOf(url: string): Promise<string[]> {
  const { rows } = await withDatabase(url, (client) =>
    client.query<{ line: string }>(
      `WITH ours AS (SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE (n.nspname = 'public' OR n.nspname LIKE 'registry%') AND c.relpersistence = 'p'
                       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e'))
       SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) AS line
       FROM pg_constraint JOIN ours ON ours.oid = conrelid
       UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN ours ON ours.oid = indrelid
       UNION ALL SELECT tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN ours ON ours.oid = tgrelid
                 WHERE NOT tgisinternal
       UNION ALL SELECT format('%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attcollation)
                 FROM pg_attribute JOIN ours ON ours.oid = attrelid WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v')
       UNION ALL SELECT format('%s %s', oid::regclass, pg_get_viewdef(oid)) FROM ours WHERE relkind = 'v'
       UNION ALL SELECT format('%s %s', oid::regclass, array_to_string(reloptions, ',')) FROM ours
       ORDER BY 1`,
    ),
  );
  return rows.map(({ line }) => line);
}
