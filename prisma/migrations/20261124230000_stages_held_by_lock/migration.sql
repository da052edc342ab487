-- A foreign key from each lead to its stage locks the stage's row whenever a delivery or a reply moves a lead. An account
-- has few stages, so those who deliver at once queued up at the same rows, which halved what a campaign sends. Who puts
-- a lead into a stage shares a lock of the account's stages instead, and only who removes one has it alone.
ALTER TABLE "leads" DROP CONSTRAINT "leads_owner_id_stage_id_fkey";

-- A stage that somebody names is one of the owner's. What a status finds is so by itself.
CREATE FUNCTION check_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('stages'), NEW."owner_id");
  PERFORM FROM "stages" WHERE "owner_id" = NEW."owner_id" AND "id" = NEW."stage_id";
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('Lead %s: stage %s is not one of owner %s', NEW."id", NEW."stage_id", NEW."owner_id"),
      TABLE = 'leads', CONSTRAINT = 'leads_check_stage';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "leads_check_stage" BEFORE INSERT ON "leads"
  FOR EACH ROW WHEN (NEW."stage_id" IS NOT NULL) EXECUTE FUNCTION check_stage();
CREATE TRIGGER "leads_check_new_stage" BEFORE UPDATE OF "stage_id", "owner_id" ON "leads"
  FOR EACH ROW WHEN (OLD."stage_id" <> NEW."stage_id" OR OLD."owner_id" <> NEW."owner_id") EXECUTE FUNCTION check_stage();

CREATE OR REPLACE FUNCTION set_first_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('stages'), NEW."owner_id");
  NEW."stage_id" := first_stage(NEW."owner_id", coalesce(status_meaning(NEW."status"),
    CASE WHEN NEW."contacted_at" IS NULL THEN 'new' ELSE 'contacted' END));
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION move_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  meant text := status_meaning(NEW."status");
  now_in text;
BEGIN
  IF meant IS NULL THEN RETURN NEW; END IF;
  SELECT "meaning" INTO now_in FROM "stages" WHERE "owner_id" = NEW."owner_id" AND "id" = NEW."stage_id";
  IF now_in = meant THEN RETURN NEW; END IF;
  IF (NEW."status_by" = 'person' AND OLD."status" <> 'opted_out') OR meaning_rank(meant) > meaning_rank(now_in) THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('stages'), NEW."owner_id");
    NEW."stage_id" := first_stage(NEW."owner_id", meant);
    NEW."place" := -extract(epoch FROM clock_timestamp());
    NEW."staged_at" := now();
  END IF;
  RETURN NEW;
END $$;

-- A stage goes when no lead stands in it and nobody is putting one there; with its account it always goes.
CREATE FUNCTION keep_stage_with_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "users" WHERE "id" = OLD."owner_id";
  IF NOT FOUND THEN RETURN OLD; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('stages'), OLD."owner_id");
  PERFORM FROM "leads" WHERE "stage_id" = OLD."id" LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('Leads stand in stage %s', OLD."id"), TABLE = 'stages', CONSTRAINT = 'stages_keep_with_leads';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "stages_keep_with_leads" BEFORE DELETE ON "stages" FOR EACH ROW EXECUTE FUNCTION keep_stage_with_leads();
