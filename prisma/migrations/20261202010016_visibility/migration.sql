-- Allowed (constraint, until 0.2.0): a row for each account, of which there are few.
ALTER TABLE accounts ADD COLUMN visibility TEXT NOT NULL DEFAULT 'own_and_unassigned',
  ADD CONSTRAINT accounts_visibility_check CHECK (visibility IN ('all', 'own_and_unassigned', 'own'));

ALTER TABLE campaigns ADD COLUMN person_id INTEGER;
ALTER TABLE campaigns
  ADD CONSTRAINT campaigns_owner_id_person_id_fkey FOREIGN KEY (owner_id, person_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (person_id) NOT VALID;
-- Before there was a team, its founder made all that an account sends.
UPDATE campaigns AS c SET person_id = c.owner_id
FROM users AS u WHERE u.account_id = c.owner_id AND u.id = c.owner_id;
ALTER TABLE lead_deletions ADD COLUMN person_id INTEGER;
ALTER TABLE lead_change_sets ADD COLUMN person_id INTEGER;

-- What there is of leads is nobody's yet.
ALTER TABLE lead_search ADD COLUMN seller_id INTEGER;
ALTER TABLE lead_count_changes ADD COLUMN seller_id INTEGER;
ALTER TABLE lead_counts ADD COLUMN seller_id INTEGER, DROP CONSTRAINT lead_counts_pkey;
-- Allowed (rewritten, until 0.2.0): a few rows for each account.
-- Allowed (constraint, until 0.2.0): the same.
ALTER TABLE lead_counts ADD COLUMN id bigserial PRIMARY KEY;
-- Allowed (constraint, until 0.2.0): a few rows for each account.
ALTER TABLE lead_counts
  ADD CONSTRAINT lead_counts_key UNIQUE NULLS NOT DISTINCT (owner_id, status, stage_id, seller_id);

CREATE OR REPLACE FUNCTION lead_search_row(lead "leads", others text) RETURNS "lead_search"
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ROW(
    lead_search_part(lead."owner_id"), lead."owner_id", lead."id", lead."created_at", lead."source", lead."name_key",
    search_form(concat_ws(' ', lead."name", lead."phone", lead."whatsapp", lead."email", lead."website", lead."cnpj",
                          lead."obs", lead."phone_key", translate(lead."phone", ' ()-+./', ''), lead."contact_name", others)),
    lead."seller_id"
  )::"lead_search";

CREATE OR REPLACE FUNCTION note_updated_leads() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  owner integer;
  seller integer;
  ids integer[];
BEGIN
  FOR owner, ids IN
    SELECT n."owner_id", array_agg(n."id") FROM before AS o JOIN after AS n ON n."id" = o."id"
    WHERE (o."name", o."phone", o."whatsapp", o."phone_key", o."email", o."website", o."cnpj", o."obs", o."source", o."created_at",
           o."contact_name")
      IS DISTINCT FROM
          (n."name", n."phone", n."whatsapp", n."phone_key", n."email", n."website", n."cnpj", n."obs", n."source", n."created_at",
           n."contact_name")
    GROUP BY n."owner_id"
  LOOP
    DELETE FROM "lead_search" WHERE "part" = lead_search_part(owner) AND "owner_id" = owner AND "id" = ANY(ids);
    INSERT INTO "lead_search"
    SELECT (lead_search_row(ROW(n.*)::"leads", (
      SELECT string_agg(lead_contact_words(c), ' ' ORDER BY c."id") FROM "lead_contacts" AS c
      WHERE c."owner_id" = n."owner_id" AND c."lead_id" = n."id"))).*
    FROM after AS n WHERE n."id" = ANY(ids);
  END LOOP;
  FOR owner, seller, ids IN
    SELECT n."owner_id", n."seller_id", array_agg(n."id") FROM before AS o JOIN after AS n ON n."id" = o."id"
    WHERE o."seller_id" IS DISTINCT FROM n."seller_id" GROUP BY n."owner_id", n."seller_id"
  LOOP
    UPDATE "lead_search" SET "seller_id" = seller
    WHERE "part" = lead_search_part(owner) AND "owner_id" = owner AND "id" = ANY(ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "seller_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", "seller_id", count(*), coalesce(sum("value_cents"), 0) FROM inserted
    GROUP BY "owner_id", "status", "stage_id", "seller_id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The leads of a whole account that is being deleted are counted no more.
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "seller_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", "seller_id", -count(*), -coalesce(sum("value_cents"), 0) FROM deleted
    WHERE EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = deleted."owner_id")
    GROUP BY "owner_id", "status", "stage_id", "seller_id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_lead_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_events" ("owner_id", "lead_id", "from_status", "to_status", "changed_by", "from_stage", "to_stage")
    SELECT n."owner_id", n."id", o."status", n."status", n."status_by",
           (SELECT "name" FROM "stages" WHERE "id" = o."stage_id"), (SELECT "name" FROM "stages" WHERE "id" = n."stage_id")
    FROM before AS o JOIN after AS n ON n."id" = o."id"
    WHERE o."status" <> n."status" OR o."stage_id" <> n."stage_id";
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "seller_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", "seller_id", sum("change"), sum("worth") FROM (
      SELECT "owner_id", "status", "stage_id", "seller_id", 1 AS "change", coalesce("value_cents", 0) AS "worth" FROM after
      UNION ALL SELECT "owner_id", "status", "stage_id", "seller_id", -1, -coalesce("value_cents", 0) FROM before
    ) AS both_sides GROUP BY "owner_id", "status", "stage_id", "seller_id" HAVING sum("change") <> 0 OR sum("worth") <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION fold_lead_counts(owner integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('lead_counts'), owner) THEN RETURN; END IF;
  WITH folded AS (
    DELETE FROM "lead_count_changes" WHERE "owner_id" = owner
    RETURNING "status", "stage_id", "seller_id", "change", "value_cents"
  )
  INSERT INTO "lead_counts" AS c ("owner_id", "status", "stage_id", "seller_id", "count", "value_cents")
    SELECT owner, "status", "stage_id", "seller_id", sum("change"), sum("value_cents") FROM folded
    GROUP BY "status", "stage_id", "seller_id"
    ON CONFLICT ("owner_id", "status", "stage_id", "seller_id") DO UPDATE
      SET "count" = c."count" + excluded."count", "value_cents" = c."value_cents" + excluded."value_cents";
END $$;

-- Leads that somebody was given by a version between two releases.
INSERT INTO lead_count_changes (owner_id, status, stage_id, seller_id, change, value_cents)
SELECT g.owner_id, g.status, g.stage_id, side.seller_id, side.sign * g.count, side.sign * g.worth
FROM (SELECT owner_id, status, stage_id, seller_id, count(*) AS count, coalesce(sum(value_cents), 0) AS worth
      FROM leads WHERE seller_id IS NOT NULL GROUP BY owner_id, status, stage_id, seller_id) AS g,
     LATERAL (VALUES (g.seller_id, 1), (NULL, -1)) AS side (seller_id, sign);
UPDATE lead_search AS s SET seller_id = l.seller_id
FROM leads AS l WHERE l.seller_id IS NOT NULL AND s.part = lead_search_part(l.owner_id) AND s.owner_id = l.owner_id AND s.id = l.id;
