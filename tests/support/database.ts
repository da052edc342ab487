import { randomBytes } from "node:crypto";
import pg from "pg";

/** Superuser URL of the server, and the migrated database that tests copy. */
export interface TestServer {
  url: string;
  template: string;
}

export interface OwnDatabase {
  url: string;
  /** Ends all connections to it. */
  drop(): Promise<void>;
}

/** Creates a database from the template. */
export async function copyTemplate({ url, template }: TestServer): Promise<OwnDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withClient(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: urlOf(url, name),
    drop: () =>
      withClient(url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)).then(
        () => undefined,
      ),
  };
}

export interface RenewedDatabase {
  url: string;
  /**
   * Makes it like the template again, and ends all connections to it: their plans are for tables of other sizes. The
   * numbers of its rows begin at `firstId`: a row that a process remembers is never a later one.
   */
  renew(how: { firstId: number }): Promise<void>;
}

/** Names a database that does not exist before `renew`. `dropDatabases` with the same prefix removes it. */
export function nameDatabase({ url, template }: TestServer, prefix: string): RenewedDatabase {
  const name = `${prefix}_${randomBytes(6).toString("hex")}`;
  const own = urlOf(url, name);
  let original: Shape | undefined;
  return {
    url: own,
    async renew({ firstId }) {
      const shape = original;
      const isEmptied = shape && (await withClient(own, (client) => empty(client, shape)));
      if (!isEmptied) {
        await withClient(url, async (client) => {
          await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
          await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
        });
      }
      await withClient(own, async (client) => {
        original ??= await readShape(client);
        await client.query(
          "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, $1) FROM pg_sequences WHERE schemaname = 'public'",
          [firstId],
        );
      });
    },
  };
}

/** What a test may have changed besides rows. */
interface Shape {
  objects: string;
  size: number;
}

async function readShape(client: pg.Client): Promise<Shape> {
  const { rows } = await client.query<Shape>(
    `SELECT pg_database_size(current_database())::float8 AS size, (
       SELECT md5(string_agg(oid::text, ' ' ORDER BY oid)) FROM (
         SELECT oid FROM pg_class WHERE relkind <> 't' AND oid >= 16384
         UNION ALL SELECT oid FROM pg_trigger WHERE NOT tgisinternal UNION ALL SELECT oid FROM pg_proc
         UNION ALL SELECT oid FROM pg_namespace
       ) AS every
     ) AS objects`,
  );
  if (!rows[0]) throw new Error("the database has no shape");
  return rows[0];
}

/**
 * Deletes every row but those of the migrations and the key that the process's sessions have, which is a hundred times as fast as a copy of the template. Returns
 * false when a test left other tables, or so many rows that what is left of them would be in the next file's way.
 */
async function empty(client: pg.Client, original: Shape): Promise<boolean> {
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  // The queue creates it again.
  await client.query("DROP SCHEMA IF EXISTS bullmq CASCADE");
  const { objects, size } = await readShape(client);
  if (objects !== original.objects || size > 2 * original.size) return false;
  // Neither foreign keys nor triggers: all tables are emptied.
  await client.query("SET session_replication_role = replica");
  await client.query(`DO $$ DECLARE t record; BEGIN
    FOR t IN SELECT format('%I.%I', n.nspname, c.relname) AS name
             FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'migrated')
               AND c.relname <> 'erasure_key'
    LOOP EXECUTE 'DELETE FROM ' || t.name; END LOOP;
    FOR t IN SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'migrated'::regnamespace
    LOOP EXECUTE format('INSERT INTO public.%1$I SELECT * FROM migrated.%1$I', t.name); END LOOP;
  END $$`);
  return true;
}

/** Copies the rows that the migrations made to a schema of their own. Call on the template. */
export async function keepMigratedRows(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`CREATE SCHEMA migrated; DO $$ DECLARE t record; filled boolean; BEGIN
      FOR t IN SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', t.name) INTO filled;
        IF filled THEN EXECUTE format('CREATE TABLE migrated.%1$I AS TABLE public.%1$I', t.name); END IF;
      END LOOP;
    END $$`),
  );
}

export async function dropDatabases({ url }: TestServer, prefix: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
      [`${prefix}_`],
    );
    for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
}

const urlOf = (url: string, name: string) => url.replace(/\/postgres$/, `/${name}`);

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
}
