-- The stages of an account, in their order, each with one of five meanings; and what a deal is worth.
CREATE TABLE "stages" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "name" TEXT NOT NULL,
    "meaning" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "rest_days" INTEGER,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "stages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "stages_name_check" CHECK (char_length("name") BETWEEN 1 AND 40),
    CONSTRAINT "stages_meaning_check" CHECK ("meaning" IN ('new', 'contacted', 'answered', 'won', 'lost')),
    CONSTRAINT "stages_colour_check" CHECK ("colour" IN ('stone', 'sky', 'emerald', 'gold', 'rose')),
    CONSTRAINT "stages_rest_days_check" CHECK ("rest_days" BETWEEN 1 AND 365)
);
CREATE UNIQUE INDEX "stages_owner_id_id_key" ON "stages"("owner_id", "id");
CREATE UNIQUE INDEX "stages_owner_id_name_key" ON "stages"("owner_id", lower("name"));
-- Two stages change places in one statement.
ALTER TABLE "stages" ADD CONSTRAINT "stages_owner_id_position_key" UNIQUE ("owner_id", "position") DEFERRABLE INITIALLY DEFERRED;

-- Why a deal was lost, in the words of the account.
CREATE TABLE "loss_reasons" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "loss_reasons_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "loss_reasons_name_check" CHECK (char_length("name") BETWEEN 1 AND 60)
);
CREATE UNIQUE INDEX "loss_reasons_owner_id_id_key" ON "loss_reasons"("owner_id", "id");
CREATE UNIQUE INDEX "loss_reasons_owner_id_name_key" ON "loss_reasons"("owner_id", lower("name"));

-- What each account begins with.
CREATE FUNCTION add_first_stages(owner integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "stages" ("owner_id", "name", "meaning", "colour", "rest_days", "position") VALUES
    (owner, 'Novo', 'new', 'stone', NULL, 1),
    (owner, 'Contatado', 'contacted', 'sky', 5, 2),
    (owner, 'Respondeu', 'answered', 'emerald', 3, 3),
    (owner, 'Fechado', 'won', 'gold', NULL, 4),
    (owner, 'Perdido', 'lost', 'rose', NULL, 5);
  INSERT INTO "loss_reasons" ("owner_id", "name")
    SELECT owner, name FROM unnest(ARRAY['Preço', 'Sem interesse', 'Comprou de outro', 'Parou de responder']) AS name;
$$;
CREATE FUNCTION add_stages_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_first_stages(NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "users_add_stages" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION add_stages_of_account();
SELECT add_first_stages("id") FROM "users";

-- What a status of the API means; null for the two that are marks beside the stage: a failed attempt and a blocked number.
CREATE FUNCTION status_meaning(status text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN status IN ('pending', 'new') THEN 'new'
    WHEN status IN ('contacted', 'sent') THEN 'contacted'
    WHEN status IN ('answered', 'responded') THEN 'answered'
    WHEN status = 'closed' THEN 'won'
  END;
CREATE FUNCTION meaning_rank(meaning text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE meaning WHEN 'new' THEN 0 WHEN 'contacted' THEN 1 WHEN 'answered' THEN 2 ELSE 3 END;
CREATE FUNCTION first_stage(owner integer, wanted text) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT "id" FROM "stages" WHERE "owner_id" = owner AND "meaning" = wanted ORDER BY "position" LIMIT 1);

-- A lead stands in a stage, at a place of its own there: the lowest on top. Each lead that comes in lies above the ones
-- before it.
ALTER TABLE "leads"
  ADD COLUMN "stage_id" INTEGER,
  ADD COLUMN "place" NUMERIC,
  ADD COLUMN "staged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "value_cents" BIGINT,
  ADD COLUMN "expected_close" DATE,
  ADD COLUMN "loss_reason_id" INTEGER,
  ADD CONSTRAINT "leads_value_cents_check" CHECK ("value_cents" BETWEEN 0 AND 100000000000);
ALTER TABLE "leads" DISABLE TRIGGER USER;
UPDATE "leads" AS l SET
  "stage_id" = s."id",
  -- Leads of one import share their moment.
  "place" = -extract(epoch FROM l."created_at") - l."id" * 0.000000001,
  "staged_at" = l."updated_at"
FROM (SELECT DISTINCT ON ("owner_id", "meaning") "id", "owner_id", "meaning" FROM "stages" ORDER BY "owner_id", "meaning", "position") AS s
WHERE s."owner_id" = l."owner_id" AND s."meaning" = coalesce(status_meaning(l."status"),
  CASE WHEN l."contacted_at" IS NULL THEN 'new' ELSE 'contacted' END);
ALTER TABLE "leads" ENABLE TRIGGER USER;
ALTER TABLE "leads"
  ALTER COLUMN "stage_id" SET NOT NULL,
  ALTER COLUMN "place" SET NOT NULL,
  ALTER COLUMN "place" SET DEFAULT -extract(epoch FROM clock_timestamp()),
  ADD CONSTRAINT "leads_owner_id_stage_id_fkey" FOREIGN KEY ("owner_id", "stage_id")
    REFERENCES "stages" ("owner_id", "id") ON UPDATE CASCADE,
  ADD CONSTRAINT "leads_owner_id_loss_reason_id_fkey" FOREIGN KEY ("owner_id", "loss_reason_id")
    REFERENCES "loss_reasons" ("owner_id", "id") ON DELETE SET NULL ("loss_reason_id") ON UPDATE CASCADE;
-- A stage has one owner: the index needs no other.
CREATE INDEX "leads_stage_idx" ON "leads" ("stage_id", "place", "id");

CREATE FUNCTION set_first_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."stage_id" := first_stage(NEW."owner_id", coalesce(status_meaning(NEW."status"),
    CASE WHEN NEW."contacted_at" IS NULL THEN 'new' ELSE 'contacted' END));
  RETURN NEW;
END $$;
CREATE TRIGGER "leads_set_first_stage" BEFORE INSERT ON "leads"
  FOR EACH ROW WHEN (NEW."stage_id" IS NULL) EXECUTE FUNCTION set_first_stage();

-- A status that changes moves the lead to the first stage of its meaning. Facts (a delivery, a reply, an opt-out taken
-- back) move it forward only; a person moves it wherever they say. It lands on top.
CREATE FUNCTION move_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  meant text := status_meaning(NEW."status");
  now_in text;
BEGIN
  IF meant IS NULL THEN RETURN NEW; END IF;
  SELECT "meaning" INTO now_in FROM "stages" WHERE "owner_id" = NEW."owner_id" AND "id" = NEW."stage_id";
  IF now_in = meant THEN RETURN NEW; END IF;
  IF (NEW."status_by" = 'person' AND OLD."status" <> 'opted_out') OR meaning_rank(meant) > meaning_rank(now_in) THEN
    NEW."stage_id" := first_stage(NEW."owner_id", meant);
    NEW."place" := -extract(epoch FROM clock_timestamp());
    NEW."staged_at" := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "leads_move_by_status" BEFORE UPDATE OF "status" ON "leads"
  FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND OLD."stage_id" = NEW."stage_id")
  EXECUTE FUNCTION move_by_status();

-- The shortest number between two places; null when there is none.
CREATE FUNCTION place_between(low numeric, high numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  middle numeric;
  digits integer := 0;
BEGIN
  IF low >= high THEN RETURN NULL; END IF;
  LOOP
    middle := round((low + high) * 0.5, digits);
    IF middle > low AND middle < high THEN RETURN middle; END IF;
    digits := digits + 1;
  END LOOP;
END $$;

-- The names of the time, so that a history stays true when a stage is renamed or removed.
ALTER TABLE "lead_events" ADD COLUMN "from_stage" TEXT, ADD COLUMN "to_stage" TEXT;

-- Leads are counted by status and stage, with what they are worth.
ALTER TABLE "lead_counts" ADD COLUMN "stage_id" INTEGER, ADD COLUMN "value_cents" NUMERIC NOT NULL DEFAULT 0;
ALTER TABLE "lead_count_changes" ADD COLUMN "stage_id" INTEGER, ADD COLUMN "value_cents" NUMERIC NOT NULL DEFAULT 0;
TRUNCATE "lead_counts", "lead_count_changes";
ALTER TABLE "lead_count_changes" ALTER COLUMN "stage_id" SET NOT NULL;
ALTER TABLE "lead_counts" DROP CONSTRAINT "lead_counts_pkey";
ALTER TABLE "lead_counts" ADD PRIMARY KEY ("owner_id", "status", "stage_id");
INSERT INTO "lead_counts" ("owner_id", "status", "stage_id", "count")
  SELECT "owner_id", "status", "stage_id", count(*) FROM "leads" GROUP BY "owner_id", "status", "stage_id";

CREATE OR REPLACE FUNCTION fold_lead_counts(owner integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('lead_counts'), owner) THEN RETURN; END IF;
  WITH folded AS (
    DELETE FROM "lead_count_changes" WHERE "owner_id" = owner RETURNING "status", "stage_id", "change", "value_cents"
  )
  INSERT INTO "lead_counts" AS c ("owner_id", "status", "stage_id", "count", "value_cents")
    SELECT owner, "status", "stage_id", sum("change"), sum("value_cents") FROM folded GROUP BY "status", "stage_id"
    ON CONFLICT ("owner_id", "status", "stage_id") DO UPDATE
      SET "count" = c."count" + excluded."count", "value_cents" = c."value_cents" + excluded."value_cents";
END $$;

CREATE OR REPLACE FUNCTION count_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", count(*), coalesce(sum("value_cents"), 0) FROM inserted
    GROUP BY "owner_id", "status", "stage_id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The leads of a whole account that is being deleted are counted no more.
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", -count(*), -coalesce(sum("value_cents"), 0) FROM deleted
    WHERE EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = deleted."owner_id")
    GROUP BY "owner_id", "status", "stage_id";
  RETURN NULL;
END $$;

-- However a status or a stage changes, the lead's history and the counts know.
CREATE OR REPLACE FUNCTION record_lead_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_events" ("owner_id", "lead_id", "from_status", "to_status", "changed_by", "from_stage", "to_stage")
    SELECT n."owner_id", n."id", o."status", n."status", n."status_by",
           (SELECT "name" FROM "stages" WHERE "id" = o."stage_id"), (SELECT "name" FROM "stages" WHERE "id" = n."stage_id")
    FROM before AS o JOIN after AS n ON n."id" = o."id"
    WHERE o."status" <> n."status" OR o."stage_id" <> n."stage_id";
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", sum("change"), sum("worth") FROM (
      SELECT "owner_id", "status", "stage_id", 1 AS "change", coalesce("value_cents", 0) AS "worth" FROM after
      UNION ALL SELECT "owner_id", "status", "stage_id", -1, -coalesce("value_cents", 0) FROM before
    ) AS both_sides GROUP BY "owner_id", "status", "stage_id" HAVING sum("change") <> 0 OR sum("worth") <> 0;
  RETURN NULL;
END $$;

-- Addresses can be told of a lead that a person moved.
ALTER TABLE "webhook_endpoints"
  DROP CONSTRAINT "webhook_endpoints_events_check",
  ADD CONSTRAINT "webhook_endpoints_events_check" CHECK (
    cardinality("events") >= 1
    AND "events" <@ ARRAY['lead.created', 'lead.answered', 'lead.opted_out', 'lead.stage_changed', 'campaign.finished',
                          'search.finished', 'message.received', 'task.due']
  );
