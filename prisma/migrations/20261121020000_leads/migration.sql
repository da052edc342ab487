-- DropIndex
DROP INDEX "leads_owner_id_status_idx";

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "status_by" TEXT NOT NULL DEFAULT 'person';

-- CreateTable
CREATE TABLE "lead_events" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "from_status" TEXT NOT NULL,
    "to_status" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "lead_events_lead_id_id_idx" ON "lead_events"("lead_id", "id" DESC);

-- CreateIndex
CREATE INDEX "leads_owner_id_status_id_idx" ON "leads"("owner_id", "status", "id");

-- CreateIndex
CREATE INDEX "leads_owner_id_city_id_idx" ON "leads"("owner_id", "city", "id");

-- AddForeignKey
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE "leads" ADD CONSTRAINT "leads_status_by_check"
  CHECK ("status_by" IN ('person', 'campaign', 'reply', 'phone'));

-- Digits alone and the key without the ninth digit, so that every spelling of a number finds its lead.
ALTER TABLE "leads" ALTER COLUMN "search_text" SET EXPRESSION AS (
  search_form(
    coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("whatsapp", '') || ' ' ||
    coalesce("email", '') || ' ' || coalesce("website", '') || ' ' || coalesce("cnpj", '') || ' ' ||
    coalesce("obs", '') || ' ' || coalesce("whatsapp_key", '') || ' ' ||
    translate(coalesce("phone", ''), ' ()-+./', '')
  )
);

-- What a column is sorted by: short, folded, and stored, because an index-only scan knows columns and no expressions.
-- Not STRICT: a strict function of several calls is not inlined, which costs more than all the rest.
CREATE FUNCTION sort_form(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN left(search_form(left(value, 32)), 32);
ALTER TABLE "leads"
  ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (sort_form("name")) STORED,
  ADD COLUMN "website_key" text COLLATE "C" GENERATED ALWAYS AS
    (sort_form(replace(replace(replace("website", 'https://', ''), 'http://', ''), 'www.', ''))) STORED,
  ADD COLUMN "address_key" text COLLATE "C" GENERATED ALWAYS AS (sort_form("address")) STORED,
  ADD COLUMN "cnae_key" text COLLATE "C" GENERATED ALWAYS AS (sort_form("cnae")) STORED,
  ADD COLUMN "proprietario_key" text COLLATE "C" GENERATED ALWAYS AS (sort_form("proprietario")) STORED,
  ADD COLUMN "obs_key" text COLLATE "C" GENERATED ALWAYS AS (sort_form("obs")) STORED,
  ADD COLUMN "ai_obs_key" text COLLATE "C" GENERATED ALWAYS AS (sort_form("ai_obs")) STORED;
CREATE INDEX "leads_name_key_idx" ON "leads" ("owner_id", "name_key", "id");
CREATE INDEX "leads_website_key_idx" ON "leads" ("owner_id", "website_key", "id");
CREATE INDEX "leads_address_key_idx" ON "leads" ("owner_id", "address_key", "id");
CREATE INDEX "leads_cnae_key_idx" ON "leads" ("owner_id", "cnae_key", "id");
CREATE INDEX "leads_proprietario_key_idx" ON "leads" ("owner_id", "proprietario_key", "id");
CREATE INDEX "leads_obs_key_idx" ON "leads" ("owner_id", "obs_key", "id");
CREATE INDEX "leads_ai_obs_key_idx" ON "leads" ("owner_id", "ai_obs_key", "id");
-- The unique keys sort the leads that have a number or a CNPJ, with the id beside the key so that pages are counted off
-- in the index alone; the other two find the leads that have none.
DROP INDEX "leads_owner_whatsapp_key";
CREATE UNIQUE INDEX "leads_owner_whatsapp_key" ON "leads" ("owner_id", "whatsapp_key") INCLUDE ("id") WHERE "whatsapp_key" IS NOT NULL;
DROP INDEX "leads_owner_cnpj_key";
CREATE UNIQUE INDEX "leads_owner_cnpj_key" ON "leads" ("owner_id", "cnpj") INCLUDE ("id") WHERE "cnpj" IS NOT NULL;
CREATE INDEX "leads_without_whatsapp_idx" ON "leads" ("owner_id", "id") WHERE "whatsapp_key" IS NULL;
CREATE INDEX "leads_without_cnpj_idx" ON "leads" ("owner_id", "id") WHERE "cnpj" IS NULL;

-- How many leads an owner has in each status: the count, and the changes nobody has added to it yet. Writers only
-- append, so no two of them wait for each other; readers add both up.
CREATE TABLE "lead_counts" (
  "owner_id" integer NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "status" text NOT NULL,
  "count" bigint NOT NULL,
  PRIMARY KEY ("owner_id", "status")
);
CREATE TABLE "lead_count_changes" (
  "id" bigserial PRIMARY KEY,
  "owner_id" integer NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "status" text NOT NULL,
  "change" bigint NOT NULL
);
CREATE INDEX "lead_count_changes_owner_idx" ON "lead_count_changes" ("owner_id");
INSERT INTO "lead_counts" ("owner_id", "status", "count")
  SELECT "owner_id", "status", count(*) FROM "leads" GROUP BY "owner_id", "status";

-- Adds the changes to the counts, unless another transaction is doing so: it never waits.
CREATE FUNCTION fold_lead_counts(owner integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('lead_counts'), owner) THEN RETURN; END IF;
  WITH folded AS (DELETE FROM "lead_count_changes" WHERE "owner_id" = owner RETURNING "status", "change")
  INSERT INTO "lead_counts" AS c ("owner_id", "status", "count")
    SELECT owner, "status", sum("change") FROM folded GROUP BY "status"
    ON CONFLICT ("owner_id", "status") DO UPDATE SET "count" = c."count" + excluded."count";
END $$;

-- One writing statement in fifty folds, so that readers never find many changes.
CREATE FUNCTION fold_lead_counts_sometimes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF random() < 0.02 THEN PERFORM fold_lead_counts(NEW."owner_id"); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "lead_count_changes_fold" AFTER INSERT ON "lead_count_changes"
  FOR EACH ROW EXECUTE FUNCTION fold_lead_counts_sometimes();

CREATE FUNCTION count_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_count_changes" ("owner_id", "status", "change")
    SELECT "owner_id", "status", count(*) FROM inserted GROUP BY "owner_id", "status";
  RETURN NULL;
END $$;
CREATE TRIGGER "leads_count_inserted" AFTER INSERT ON "leads"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_leads();

CREATE FUNCTION count_deleted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The leads of a whole account that is being deleted are counted no more.
  INSERT INTO "lead_count_changes" ("owner_id", "status", "change")
    SELECT "owner_id", "status", -count(*) FROM deleted
    WHERE EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = deleted."owner_id")
    GROUP BY "owner_id", "status";
  RETURN NULL;
END $$;
CREATE TRIGGER "leads_count_deleted" AFTER DELETE ON "leads"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_leads();

-- However a status changes, the lead's history and the counts know.
CREATE FUNCTION record_lead_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_events" ("owner_id", "lead_id", "from_status", "to_status", "changed_by")
    SELECT n."owner_id", n."id", o."status", n."status", n."status_by"
    FROM before AS o JOIN after AS n ON n."id" = o."id" WHERE o."status" <> n."status";
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "lead_count_changes" ("owner_id", "status", "change")
    SELECT "owner_id", "status", sum("change") FROM (
      SELECT "owner_id", "status", 1 AS "change" FROM after UNION ALL SELECT "owner_id", "status", -1 FROM before
    ) AS both_sides GROUP BY "owner_id", "status" HAVING sum("change") <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "leads_status_changed" AFTER UPDATE ON "leads"
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_lead_status();
