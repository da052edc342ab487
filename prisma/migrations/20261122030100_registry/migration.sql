-- One row per month of the federal company registry that was imported. Its rows are in a schema of its own,
-- registry_<id>, which the import creates; readers use the views of the schema "registry".
CREATE TABLE "registry_imports" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "folder" TEXT NOT NULL,
    "download" BOOLEAN NOT NULL DEFAULT false,
    "with_partners" BOOLEAN NOT NULL DEFAULT false,
    "min_rows" BIGINT NOT NULL DEFAULT 0,
    "max_change_percent" INTEGER,
    "expected_cnpjs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "month" TEXT,
    "status" TEXT NOT NULL DEFAULT 'processing',
    "served" TEXT,
    "step" TEXT NOT NULL DEFAULT 'download',
    "note" TEXT,
    "establishments" BIGINT,
    "served_at" TIMESTAMPTZ(3),
    "stop_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "registry_imports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "registry_imports_status_check" CHECK ("status" IN ('processing', 'completed', 'stopped', 'error')),
    CONSTRAINT "registry_imports_served_check" CHECK ("served" IN ('current', 'previous'))
);
CREATE UNIQUE INDEX "registry_imports_served_key" ON "registry_imports" ("served");
-- Two at once would compete for the disk.
CREATE UNIQUE INDEX "registry_imports_processing_key" ON "registry_imports" ("status") WHERE "status" = 'processing';

-- The files of an import and how far each was read.
CREATE TABLE "registry_import_files" (
    "import_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "read_bytes" BIGINT NOT NULL DEFAULT 0,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "refused" BIGINT NOT NULL DEFAULT 0,
    "completed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "registry_import_files_pkey" PRIMARY KEY ("import_id", "name"),
    CONSTRAINT "registry_import_files_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "registry_imports" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Lines that were not imported.
CREATE TABLE "registry_refusals" (
    "id" BIGSERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "file" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "line" TEXT NOT NULL,

    CONSTRAINT "registry_refusals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "registry_refusals_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "registry_imports" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "registry_refusals_import_id_idx" ON "registry_refusals" ("import_id");

-- What readers see before the first import: the same columns, without rows.
CREATE SCHEMA "registry";
CREATE VIEW "registry"."establishments" AS
  SELECT NULL::int AS id, NULL::text COLLATE "C" AS cnpj, NULL::boolean AS is_headquarters, NULL::smallint AS status,
         NULL::text COLLATE "C" AS name, NULL::text AS trade_name, NULL::text AS legal_name, NULL::text COLLATE "C" AS uf,
         NULL::int AS municipality, NULL::int AS cnae, NULL::int AS cep, NULL::smallint AS size, NULL::boolean AS is_mei,
         NULL::boolean AS is_simples, NULL::smallint AS legal_nature, NULL::bigint AS capital_cents, NULL::date AS opened_on,
         NULL::date AS status_on, NULL::smallint AS status_reason, NULL::text AS street, NULL::text AS number,
         NULL::text AS complement, NULL::text AS district, NULL::text AS phone1, NULL::text AS phone2, NULL::text AS email,
         NULL::int[] AS secondary_cnaes, NULL::smallint AS country, NULL::text AS foreign_city, NULL::text AS partner_name
  WHERE false;
CREATE VIEW "registry"."areas" AS
  SELECT NULL::smallint AS status, NULL::text COLLATE "C" AS uf, NULL::int AS municipality, NULL::int AS first_id,
         NULL::int AS last_id, NULL::int AS count
  WHERE false;
CREATE VIEW "registry"."terms" AS
  SELECT NULL::text AS kind, NULL::text COLLATE "C" AS term, NULL::int AS count WHERE false;
CREATE VIEW "registry"."labels" AS
  SELECT NULL::text AS kind, NULL::int AS code, NULL::text AS label WHERE false;
CREATE VIEW "registry"."release" AS
  SELECT id AS import_id, month, establishments, served_at FROM "registry_imports" WHERE served = 'current';
