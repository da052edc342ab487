-- What Prisma's schema cannot say.

-- As before, at half the cost: unaccent() is only STABLE, so that SQL functions of it are never inlined, and a call of one
-- in PL/pgSQL is cheaper. The collation makes lower() the same whatever the database's locale.
CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value) COLLATE pg_c_utf8);
END $$;
CREATE OR REPLACE FUNCTION sort_form(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN left(lower(public.unaccent('public.unaccent'::regdictionary, left(value, 32)) COLLATE pg_c_utf8), 32);
END $$;

-- What leads are found by, with what the found are mostly sorted by: one narrow row per lead, kept by triggers. Those of one
-- owner lie close together, because most of a search's time goes from one page to the next: each of the first 64 owners
-- has a partition to itself, and later ones share them evenly.
CREATE FUNCTION lead_search_part(owner integer) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN owner % 64;
CREATE TABLE "lead_search" (
  "part" integer NOT NULL CHECK ("part" = lead_search_part("owner_id")),
  "owner_id" integer NOT NULL,
  "id" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL,
  "source" text NOT NULL,
  "name_key" text COLLATE "C" NOT NULL,
  "search_text" text NOT NULL,
  -- No index but that of the text begins with the owner, so that the planner has no other to choose.
  PRIMARY KEY ("part", "id")
) PARTITION BY LIST ("part");
DO $$ BEGIN
  FOR part IN 0..63 LOOP
    EXECUTE format('CREATE TABLE lead_search_%s PARTITION OF lead_search FOR VALUES IN (%s)', part, part);
  END LOOP;
END $$;

-- The phone's digits alone and the key without the ninth digit too, so that every spelling of a number finds its lead.
CREATE FUNCTION lead_search_row(lead "leads") RETURNS "lead_search"
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ROW(
    lead_search_part(lead."owner_id"), lead."owner_id", lead."id", lead."created_at", lead."source", lead."name_key",
    search_form(concat_ws(' ', lead."name", lead."phone", lead."whatsapp", lead."email", lead."website", lead."cnpj",
                          lead."obs", lead."whatsapp_key", translate(lead."phone", ' ()-+./', '')))
  )::"lead_search";

INSERT INTO "lead_search" SELECT (lead_search_row(l)).* FROM "leads" AS l;
CREATE INDEX "lead_search_text_idx" ON "lead_search" USING gin ("owner_id", "search_text" gin_trgm_ops);
ALTER TABLE "leads" DROP COLUMN "search_text";

CREATE FUNCTION note_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_search" SELECT (lead_search_row(ROW(i.*)::"leads")).* FROM inserted AS i;
  RETURN NULL;
END $$;
CREATE TRIGGER "leads_note_inserted" AFTER INSERT ON "leads"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_leads();

-- A plan made for the owner at hand opens one partition; one made for any owner opens them all.
CREATE FUNCTION note_deleted_leads() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  owner integer;
  ids integer[];
BEGIN
  FOR owner, ids IN SELECT "owner_id", array_agg("id") FROM deleted GROUP BY "owner_id" LOOP
    DELETE FROM "lead_search" WHERE "part" = lead_search_part(owner) AND "owner_id" = owner AND "id" = ANY(ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "leads_note_deleted" AFTER DELETE ON "leads"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_leads();

-- Most changes are of a status, which is neither searched nor sorted by here.
CREATE FUNCTION note_updated_leads() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  owner integer;
  ids integer[];
BEGIN
  FOR owner, ids IN
    SELECT n."owner_id", array_agg(n."id") FROM before AS o JOIN after AS n ON n."id" = o."id"
    WHERE (o."name", o."phone", o."whatsapp", o."whatsapp_key", o."email", o."website", o."cnpj", o."obs", o."source", o."created_at")
      IS DISTINCT FROM
          (n."name", n."phone", n."whatsapp", n."whatsapp_key", n."email", n."website", n."cnpj", n."obs", n."source", n."created_at")
    GROUP BY n."owner_id"
  LOOP
    DELETE FROM "lead_search" WHERE "part" = lead_search_part(owner) AND "owner_id" = owner AND "id" = ANY(ids);
    INSERT INTO "lead_search" SELECT (lead_search_row(ROW(n.*)::"leads")).* FROM after AS n WHERE n."id" = ANY(ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "leads_note_updated" AFTER UPDATE ON "leads"
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_updated_leads();

CREATE FUNCTION note_truncated_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE "lead_search";
  RETURN NULL;
END $$;
CREATE TRIGGER "leads_note_truncated" AFTER TRUNCATE ON "leads"
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncated_leads();

-- Of an owner whom the planner's statistics do not know it expects a single row, and then any index that begins with the
-- owner seems as good as the unique one: it takes the one that was made last. These are made last.
DROP INDEX "leads_owner_whatsapp_key";
CREATE UNIQUE INDEX "leads_owner_whatsapp_key" ON "leads" ("owner_id", "whatsapp_key") INCLUDE ("id") WHERE "whatsapp_key" IS NOT NULL;
DROP INDEX "leads_owner_cnpj_key";
CREATE UNIQUE INDEX "leads_owner_cnpj_key" ON "leads" ("owner_id", "cnpj") INCLUDE ("id") WHERE "cnpj" IS NOT NULL;
ALTER TABLE "list_leads" DROP CONSTRAINT "list_leads_owner_id_lead_id_fkey";
ALTER TABLE "lead_events" DROP CONSTRAINT "lead_events_owner_id_lead_id_fkey";
ALTER TABLE "search_results" DROP CONSTRAINT "search_results_owner_id_lead_id_fkey";
DROP INDEX "leads_owner_id_id_key";
CREATE UNIQUE INDEX "leads_owner_id_id_key" ON "leads" ("owner_id", "id");
ALTER TABLE "list_leads" ADD CONSTRAINT "list_leads_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id")
  REFERENCES "leads" ("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id")
  REFERENCES "leads" ("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id")
  REFERENCES "leads" ("owner_id", "id") ON DELETE SET NULL ("lead_id");
DROP INDEX "whatsapp_contacts_owner_id_phone_key_key";
CREATE UNIQUE INDEX "whatsapp_contacts_owner_id_phone_key_key" ON "whatsapp_contacts" ("owner_id", "phone_key");
