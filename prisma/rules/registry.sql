-- What the schema cannot say of the tables of prisma/schema/registry.prisma.

-- What readers see before the first import: the same columns, without rows.
CREATE SCHEMA registry;
CREATE VIEW registry.establishments AS
  SELECT NULL::int AS id, NULL::text COLLATE "C" AS cnpj, NULL::boolean AS is_headquarters, NULL::smallint AS status,
         NULL::text COLLATE "C" AS name, NULL::text AS trade_name, NULL::text AS legal_name, NULL::text COLLATE "C" AS uf,
         NULL::int AS municipality, NULL::int AS cnae, NULL::int AS cep, NULL::smallint AS size, NULL::boolean AS is_mei,
         NULL::boolean AS is_simples, NULL::smallint AS legal_nature, NULL::bigint AS capital_cents, NULL::date AS opened_on,
         NULL::date AS status_on, NULL::smallint AS status_reason, NULL::text AS street, NULL::text AS number,
         NULL::text AS complement, NULL::text AS district, NULL::text AS phone1, NULL::text AS phone2, NULL::text AS email,
         NULL::int[] AS secondary_cnaes, NULL::smallint AS country, NULL::text AS foreign_city, NULL::text AS partner_name
  WHERE false;
CREATE VIEW registry.areas AS
  SELECT NULL::smallint AS status, NULL::text COLLATE "C" AS uf, NULL::int AS municipality, NULL::int AS first_id,
         NULL::int AS last_id, NULL::int AS count
  WHERE false;
CREATE VIEW registry.terms AS
  SELECT NULL::text AS kind, NULL::text COLLATE "C" AS term, NULL::int AS count WHERE false;
CREATE VIEW registry.labels AS
  SELECT NULL::text AS kind, NULL::int AS code, NULL::text AS label WHERE false;
CREATE VIEW registry.partners AS
  SELECT NULL::text COLLATE "C" AS base, NULL::text COLLATE "C" AS name, NULL::text COLLATE "C" AS document,
         NULL::smallint AS role, NULL::date AS since
  WHERE false;
CREATE VIEW registry.release AS
  SELECT id AS import_id, month, establishments, served_at FROM registry_imports WHERE served = 'current';

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE registry_imports
  ALTER COLUMN expected_cnpjs SET NOT NULL;

ALTER TABLE registry_choices
  ADD CONSTRAINT registry_choices_one_row_check CHECK (id),
  ADD CONSTRAINT registry_choices_reason_check CHECK (btrim(reason) <> '');

ALTER TABLE registry_imports
  ADD CONSTRAINT registry_imports_status_check CHECK (status IN ('processing', 'prepared', 'completed', 'stopped', 'error')),
  ADD CONSTRAINT registry_imports_served_check CHECK (served IN ('current', 'previous')),
  ADD CONSTRAINT registry_imports_prepared_check CHECK (status <> 'prepared' OR (dry_run AND served IS NULL AND changes IS NOT NULL));

ALTER TABLE company_denials
  ADD CONSTRAINT company_denials_cnpj_check CHECK (cnpj ~ '^[0-9A-Z]{14}$');

-- Two at once would compete for the disk.
CREATE UNIQUE INDEX registry_imports_processing_key ON registry_imports (status) WHERE status = 'processing';

-- A built month takes as much disk as the one that is served.
CREATE UNIQUE INDEX registry_imports_prepared_key ON registry_imports (status) WHERE status = 'prepared';
