-- What the schema cannot say of the tables of prisma/schema/leads.prisma.

-- How many leads an owner's people, and nobody, have in each status and stage, and what they are worth: the count, and the
-- changes nobody has added to it yet. Writers only append, so no two of them wait for each other; readers add both up.
CREATE TABLE lead_counts (
  owner_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  status text NOT NULL,
  stage_id integer NOT NULL,
  count bigint NOT NULL,
  value_cents numeric NOT NULL DEFAULT 0,
  seller_id integer,
  id bigserial PRIMARY KEY,
  CONSTRAINT lead_counts_key UNIQUE NULLS NOT DISTINCT (owner_id, status, stage_id, seller_id)
);
CREATE TABLE lead_count_changes (
  id bigserial PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  status text NOT NULL,
  stage_id integer NOT NULL,
  change bigint NOT NULL,
  value_cents numeric NOT NULL DEFAULT 0,
  seller_id integer
);
CREATE INDEX lead_count_changes_owner_idx ON lead_count_changes (owner_id);

-- What leads are found by, with what the found are mostly sorted by: one narrow row per lead, kept by triggers. Those of one
-- owner lie close together, because most of a search's time goes from one page to the next: each of the first 64 owners
-- has a partition to itself, and later ones share them evenly.
CREATE FUNCTION lead_search_part(owner integer) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN owner % 64;
CREATE TABLE lead_search (
  part integer NOT NULL CHECK (part = lead_search_part(owner_id)),
  owner_id integer NOT NULL,
  id integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  source text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  search_text text NOT NULL,
  seller_id integer,
  -- No index but that of the text begins with the owner, so that the planner has no other to choose.
  PRIMARY KEY (part, id)
) PARTITION BY LIST (part);
DO $$ BEGIN
  FOR part IN 0..63 LOOP
    EXECUTE format('CREATE TABLE lead_search_%s PARTITION OF lead_search FOR VALUES IN (%s)', part, part);
  END LOOP;
END $$;
CREATE INDEX lead_search_text_idx ON lead_search USING gin (owner_id, search_text gin_trgm_ops);

-- A lead that was just inserted has no other contacts yet.
CREATE FUNCTION note_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_search" SELECT (lead_search_row(ROW(i.*)::"leads", NULL)).* FROM inserted AS i;
  RETURN NULL;
END $$;

-- A lead is found by what its contacts are now.
CREATE FUNCTION note_changed_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids
        FROM (SELECT "owner_id", "lead_id" FROM before UNION SELECT "owner_id", "lead_id" FROM after) AS changed
        GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;

-- Most changes are of a status, which is neither searched nor sorted by here.
CREATE FUNCTION note_updated_leads() RETURNS trigger LANGUAGE plpgsql
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

-- A lead has its company's situation from the moment it has the CNPJ, whoever writes it; an import and a rollback of the
-- registry mark all leads anew. The codes are those of lib/domain/registry/registry-labels.ts; a company that the
-- registry does not have has no mark.
CREATE FUNCTION set_company_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cnpj IS NULL THEN
    NEW.company_status := NULL;
  ELSIF TG_OP = 'INSERT' OR NEW.cnpj IS DISTINCT FROM OLD.cnpj THEN
    NEW.company_status := (
      SELECT CASE e.status WHEN 2 THEN NULL WHEN 8 THEN 'baixada' WHEN 3 THEN 'suspensa' WHEN 4 THEN 'inapta'
                           WHEN 5 THEN 'inapta' ELSE 'nula' END
      FROM registry.establishments e WHERE e.cnpj = NEW.cnpj COLLATE "C");
  END IF;
  RETURN NEW;
END
$$;

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

-- Tests empty the table in one statement.
CREATE FUNCTION note_truncated_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE "lead_search";
  RETURN NULL;
END $$;

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
    PERFORM pg_advisory_xact_lock_shared(hashtext('stages'), NEW."owner_id");
    NEW."stage_id" := first_stage(NEW."owner_id", meant);
    NEW."place" := -extract(epoch FROM clock_timestamp());
    NEW."staged_at" := now();
  END IF;
  RETURN NEW;
END $$;

-- A verdict is of one site: another site has none yet.
CREATE FUNCTION forget_site_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.site_check := NULL;
  RETURN NEW;
END $$;

-- What was inserted is counted up, by status, stage and seller.
CREATE FUNCTION count_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "seller_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", "seller_id", count(*), coalesce(sum("value_cents"), 0) FROM inserted
    GROUP BY "owner_id", "status", "stage_id", "seller_id";
  RETURN NULL;
END $$;

-- One writing statement in fifty folds, so that readers never find many changes.
CREATE FUNCTION fold_lead_counts_sometimes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF random() < 0.02 THEN PERFORM fold_lead_counts(NEW."owner_id"); END IF;
  RETURN NULL;
END $$;

-- A lead whose number is blocked stays 'opted_out' whoever sets another status: a person, an import, a campaign. It
-- changes once the number is unblocked, or is another one.
CREATE FUNCTION keep_opted_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "opt_outs" WHERE "owner_id" = NEW."owner_id" AND "phone_key" = NEW."phone_key") THEN
    NEW."status" := 'opted_out';
    NEW."status_by" := OLD."status_by";
  END IF;
  RETURN NEW;
END $$;

-- A lead is found by its other contacts too.
CREATE FUNCTION note_new_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids FROM after GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;

-- What was deleted is counted down, by status, stage and seller.
CREATE FUNCTION count_deleted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The leads of a whole account that is being deleted are counted no more.
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "seller_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", "seller_id", -count(*), -coalesce(sum("value_cents"), 0) FROM deleted
    WHERE EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = deleted."owner_id")
    GROUP BY "owner_id", "status", "stage_id", "seller_id";
  RETURN NULL;
END $$;

-- A lead is no longer found by contacts that are gone.
CREATE FUNCTION note_old_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids FROM before GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;

-- However a status or a stage changes, the lead's history and the counts know; the counts know its seller too.
CREATE FUNCTION record_lead_status() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Adds the changes to the counts, unless another transaction is doing so: it never waits.
CREATE FUNCTION fold_lead_counts(owner integer) RETURNS void LANGUAGE plpgsql AS $$
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

-- The leads of these contacts, as they are found now; of one that is gone nothing is kept. Two writers of one lead's
-- contacts hold its row: the later one sees what the earlier one wrote.
CREATE FUNCTION note_contacts_of(owner integer, ids integer[]) RETURNS void LANGUAGE sql
  SET plan_cache_mode = force_custom_plan AS $$
  UPDATE "lead_search" AS s SET "search_text" = (lead_search_row(l)).search_text
  FROM "leads" AS l
  WHERE s."part" = lead_search_part(owner) AND s."owner_id" = owner AND s."id" = ANY(ids)
    AND l."owner_id" = owner AND l."id" = s."id"
$$;

-- A lead for which nobody names a stage gets the first one of what its status means.
CREATE FUNCTION set_first_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('stages'), NEW."owner_id");
  NEW."stage_id" := first_stage(NEW."owner_id", coalesce(status_meaning(NEW."status"),
    CASE WHEN NEW."contacted_at" IS NULL THEN 'new' ELSE 'contacted' END));
  RETURN NEW;
END $$;

-- What leads are sorted by: see sort_form(). "C" compares bytes, which is the order of folded text.
ALTER TABLE leads
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (sort_form(name)) STORED,
  ADD COLUMN website_key text COLLATE "C" GENERATED ALWAYS AS
    (sort_form(replace(replace(replace(website, 'https://', ''), 'http://', ''), 'www.', ''))) STORED,
  ADD COLUMN address_key text COLLATE "C" GENERATED ALWAYS AS (sort_form(address)) STORED,
  ADD COLUMN cnae_key text COLLATE "C" GENERATED ALWAYS AS (sort_form(cnae)) STORED,
  ADD COLUMN proprietario_key text COLLATE "C" GENERATED ALWAYS AS (sort_form(proprietario)) STORED,
  ADD COLUMN obs_key text COLLATE "C" GENERATED ALWAYS AS (sort_form(obs)) STORED,
  ADD COLUMN ai_obs_key text COLLATE "C" GENERATED ALWAYS AS (sort_form(ai_obs)) STORED,
  -- By which two leads are one company. Only columns are read from an index alone; keys are bounded, so that it can hold
  -- them.
  ADD COLUMN typed_phone_key text GENERATED ALWAYS AS (typed_phone_key(phone)) STORED,
  ADD COLUMN email_key text COLLATE "C" GENERATED ALWAYS AS (left(lower(email), 200)) STORED,
  ADD COLUMN cnpj_root text COLLATE "C" GENERATED ALWAYS AS (left(cnpj, 8)) STORED,
  ADD COLUMN name_city_key text COLLATE "C" GENERATED ALWAYS AS
    (left(search_form(left(name, 120)), 150) || '|' || left(search_form(left(city, 60)), 80)) STORED,
  -- The schema names it for its readers, and cannot say that it is computed.
  DROP COLUMN site_verdict,
  ADD COLUMN site_verdict text GENERATED ALWAYS AS (
    CASE WHEN website IS NULL THEN 'none' WHEN site_host IS NULL THEN 'social' ELSE site_check END) VIRTUAL;

-- What filters compare, without accents and case; bounded, so that an index can hold it.
ALTER TABLE lead_values
  ADD COLUMN text_key text COLLATE "C" GENERATED ALWAYS AS (left(search_form(left(text, 200)), 200)) STORED;

-- Its hour in São Paulo, or the end of its day.
ALTER TABLE tasks
  ADD COLUMN due_by timestamptz(3) NOT NULL GENERATED ALWAYS AS (
    CASE WHEN due_time IS NULL THEN (due_on + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
         ELSE (due_on + due_time) AT TIME ZONE 'America/Sao_Paulo' END) STORED;

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE own_fields
  ALTER COLUMN choices SET NOT NULL;
ALTER TABLE imports
  ALTER COLUMN tags SET NOT NULL,
  ALTER COLUMN tag_ids SET NOT NULL;
ALTER TABLE deleted_leads
  ALTER COLUMN list_ids SET NOT NULL,
  ALTER COLUMN tag_ids SET NOT NULL,
  ALTER COLUMN result_ids SET NOT NULL,
  ALTER COLUMN distinct_ids SET NOT NULL,
  ALTER COLUMN denied_cnpjs SET NOT NULL;

CREATE FUNCTION first_stage(owner integer, wanted text) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT "id" FROM "stages" WHERE "owner_id" = owner AND "meaning" = wanted ORDER BY "position" LIMIT 1);

CREATE FUNCTION lead_contact_words(contact "lead_contacts") RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN concat_ws(' ', contact."name", contact."phone", contact."whatsapp", contact."phone_key", contact."email",
                   translate(contact."phone", ' ()-+./', ''));

CREATE FUNCTION lead_other_words(owner integer, lead integer) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT string_agg(lead_contact_words(c), ' ' ORDER BY c."id") FROM "lead_contacts" AS c
          WHERE c."owner_id" = owner AND c."lead_id" = lead);

-- Leads are found by their other contacts, too. `others` is what those are found by.
CREATE FUNCTION lead_search_row(lead "leads", others text) RETURNS "lead_search"
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ROW(
    lead_search_part(lead."owner_id"), lead."owner_id", lead."id", lead."created_at", lead."source", lead."name_key",
    search_form(concat_ws(' ', lead."name", lead."phone", lead."whatsapp", lead."email", lead."website", lead."cnpj",
                          lead."obs", lead."phone_key", translate(lead."phone", ' ()-+./', ''), lead."contact_name", others)),
    lead."seller_id"
  )::"lead_search";

CREATE FUNCTION meaning_rank(meaning text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE meaning WHEN 'new' THEN 0 WHEN 'contacted' THEN 1 WHEN 'answered' THEN 2 ELSE 3 END;

-- The phone's digits alone and the key without the ninth digit too, so that every spelling of a number finds its lead.
CREATE FUNCTION lead_search_row(lead "leads") RETURNS "lead_search"
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN lead_search_row(lead, lead_other_words(lead."owner_id", lead."id"));

-- What a status of the API means; null for the two that are marks beside the stage: a failed attempt and a blocked number.
CREATE FUNCTION status_meaning(status text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN status IN ('pending', 'new') THEN 'new'
    WHEN status IN ('contacted', 'sent') THEN 'contacted'
    WHEN status IN ('answered', 'responded') THEN 'answered'
    WHEN status = 'closed' THEN 'won'
  END;

ALTER TABLE merged_leads
  ADD CONSTRAINT merged_leads_other_check CHECK (lead_id <> survivor_id);

ALTER TABLE leads
  ADD CONSTRAINT leads_company_status_check CHECK (company_status IN ('nula', 'suspensa', 'inapta', 'baixada')),
  ADD CONSTRAINT leads_status_check CHECK (status IN
    ('pending', 'new', 'contacted', 'sent', 'answered', 'responded', 'closed', 'failed', 'opted_out')),
  ADD CONSTRAINT leads_value_cents_check CHECK (value_cents BETWEEN 0 AND 100000000000),
  ADD CONSTRAINT leads_phone_key_check CHECK (((whatsapp IS NULL) = (phone_key IS NULL))),
  ADD CONSTRAINT leads_status_by_check CHECK (status_by IN ('person', 'campaign', 'reply', 'phone')),
  ADD CONSTRAINT leads_site_check CHECK (site_check IN ('broken', 'certificate', 'not_mobile', 'slow', 'fine'));

ALTER TABLE lead_change_sets
  ADD CONSTRAINT lead_change_sets_kind_check CHECK (kind IN ('import', 'edit'));

ALTER TABLE lists
  ADD CONSTRAINT lists_status_check CHECK (status IN ('processing', 'completed', 'error'));

ALTER TABLE imports
  ADD CONSTRAINT imports_status_check CHECK (status IN ('uploaded', 'processing', 'completed', 'stopped', 'error', 'undoing', 'undone')),
  -- Once it is started, the list is there.
  ADD CONSTRAINT imports_new_list_check CHECK (
    new_list_name IS NULL OR (status = 'uploaded' AND list_id IS NULL AND char_length(new_list_name) <= 120)
    ),
  -- Every row behind the cursor was counted once, as one of three.
  ADD CONSTRAINT imports_counts_check CHECK (
    next_row BETWEEN 0 AND row_count AND created_count >= 0 AND existing_count >= 0 AND refused_count >= 0
    AND created_count + existing_count + refused_count = next_row
    ),
  -- A file that is worked on says how.
  ADD CONSTRAINT imports_started_check CHECK (status = 'uploaded' OR (mapping IS NOT NULL AND mode IS NOT NULL)),
  ADD CONSTRAINT imports_mode_check CHECK (mode IN ('skip', 'update'));

ALTER TABLE lead_views
  ADD CONSTRAINT lead_views_settings_check CHECK (jsonb_typeof(settings) = 'object'),
  ADD CONSTRAINT lead_views_name_check CHECK (char_length(name) BETWEEN 1 AND 60);

ALTER TABLE stages
  ADD CONSTRAINT stages_colour_check CHECK (colour IN ('stone', 'sky', 'emerald', 'gold', 'rose')),
  ADD CONSTRAINT stages_meaning_check CHECK (meaning IN ('new', 'contacted', 'answered', 'won', 'lost')),
  ADD CONSTRAINT stages_name_check CHECK (char_length(name) BETWEEN 1 AND 40),
  ADD CONSTRAINT stages_rest_days_check CHECK (rest_days BETWEEN 1 AND 365);

ALTER TABLE lead_deletions
  ADD CONSTRAINT lead_deletions_leads_check CHECK ((leads >= 0));

ALTER TABLE own_fields
  ADD CONSTRAINT own_fields_kind_check CHECK (kind IN ('text', 'number', 'date', 'choice', 'choices', 'yes_no', 'link', 'phone')),
  ADD CONSTRAINT own_fields_name_check CHECK (char_length(name) BETWEEN 1 AND 60),
  ADD CONSTRAINT own_fields_key_check CHECK (key ~ '^[a-z0-9_]{1,64}$'),
  ADD CONSTRAINT own_fields_choices_check CHECK (cardinality(choices) <= 100);

ALTER TABLE notes
  ADD CONSTRAINT notes_text_check CHECK (char_length(text) BETWEEN 1 AND 5000);

ALTER TABLE tasks
  ADD CONSTRAINT tasks_kind_check CHECK (kind IN ('call', 'message', 'visit', 'other')),
  ADD CONSTRAINT tasks_what_check CHECK (char_length(what) BETWEEN 1 AND 200);

ALTER TABLE lead_values
  ADD CONSTRAINT lead_values_value_check CHECK (num_nonnulls(text, number, day) = 1),
  ADD CONSTRAINT lead_values_text_check CHECK (char_length(text) BETWEEN 1 AND 500),
  ADD CONSTRAINT lead_values_place_check CHECK (place BETWEEN 0 AND 99);

ALTER TABLE tags
  ADD CONSTRAINT tags_name_check CHECK (char_length(name) BETWEEN 1 AND 40 AND position(',' IN name) = 0),
  ADD CONSTRAINT tags_colour_check CHECK (colour IN ('stone', 'sky', 'emerald', 'gold', 'rose'));

ALTER TABLE distinct_leads
  ADD CONSTRAINT distinct_leads_order_check CHECK (low_id < high_id);

ALTER TABLE lead_merges
  ADD CONSTRAINT lead_merges_names_check CHECK (cardinality(names) BETWEEN 1 AND 9);

ALTER TABLE lead_contacts
  ADD CONSTRAINT lead_contacts_value_check CHECK (coalesce(name, phone, whatsapp, email) IS NOT NULL),
  ADD CONSTRAINT lead_contacts_phone_key_check CHECK ((whatsapp IS NULL) = (phone_key IS NULL));

ALTER TABLE loss_reasons
  ADD CONSTRAINT loss_reasons_name_check CHECK (char_length(name) BETWEEN 1 AND 60);

ALTER TABLE lead_events
  ADD CONSTRAINT lead_events_changes_check CHECK (changes IS NULL OR jsonb_typeof(changes) = 'array' AND jsonb_array_length(changes) BETWEEN 1 AND 100);

-- A campaign picks never-contacted leads by this.
CREATE INDEX leads_never_contacted_idx ON leads (owner_id, id) WHERE ((contacted_at IS NULL) AND (phone_key IS NOT NULL));

CREATE INDEX leads_name_key_idx ON leads (owner_id, name_key, id);

CREATE INDEX leads_website_key_idx ON leads (owner_id, website_key, id);

CREATE INDEX leads_address_key_idx ON leads (owner_id, address_key, id);

CREATE INDEX leads_cnae_key_idx ON leads (owner_id, cnae_key, id);

CREATE INDEX leads_proprietario_key_idx ON leads (owner_id, proprietario_key, id);

CREATE INDEX leads_obs_key_idx ON leads (owner_id, obs_key, id);

CREATE INDEX leads_ai_obs_key_idx ON leads (owner_id, ai_obs_key, id);

CREATE INDEX leads_without_whatsapp_idx ON leads (owner_id, id) WHERE (phone_key IS NULL);

CREATE INDEX leads_without_cnpj_idx ON leads (owner_id, id) WHERE cnpj IS NULL;

-- Files that are no longer needed: kept only until some days after the end.
CREATE INDEX imports_ended_idx ON imports (completed_at) WHERE completed_at IS NOT NULL;

CREATE INDEX imports_waiting_idx ON imports (created_at) WHERE status = 'uploaded';

CREATE INDEX imports_list_idx ON imports (owner_id, list_id) WHERE list_id IS NOT NULL;

-- Each answers its filter together with the ones beside it: the newest leads are counted and found in the index alone.
CREATE INDEX leads_status_idx ON leads (owner_id, status, id) INCLUDE (created_at, city, source);

CREATE INDEX leads_source_idx ON leads (owner_id, source, created_at) INCLUDE (id);

CREATE UNIQUE INDEX leads_owner_phone_key ON leads (owner_id, phone_key) INCLUDE (id) WHERE (phone_key IS NOT NULL);

CREATE UNIQUE INDEX leads_owner_cnpj_key ON leads (owner_id, cnpj) INCLUDE (id) WHERE cnpj IS NOT NULL;

CREATE INDEX tasks_open_idx ON tasks (owner_id, due_by, id) WHERE done_at IS NULL;

CREATE INDEX tasks_open_of_lead_idx ON tasks (owner_id, lead_id, due_by, id) WHERE done_at IS NULL;

CREATE INDEX tasks_done_idx ON tasks (owner_id, done_at DESC, id DESC) WHERE done_at IS NOT NULL;

CREATE INDEX tasks_to_remind_idx ON tasks (due_by)
  WHERE done_at IS NULL AND reminded_at IS NULL AND due_time IS NOT NULL;

CREATE INDEX tasks_done_at_idx ON tasks (done_at) WHERE done_at IS NOT NULL;

-- What a person leaves is passed on.
CREATE INDEX tasks_person_idx ON tasks (owner_id, person_id, due_by, id) WHERE person_id IS NOT NULL;

-- Deleting a lead looks for its tasks, done ones too.
CREATE INDEX tasks_lead_idx ON tasks (owner_id, lead_id) WHERE lead_id IS NOT NULL;

CREATE UNIQUE INDEX stages_owner_id_name_key ON stages(owner_id, lower(name));

CREATE UNIQUE INDEX loss_reasons_owner_id_name_key ON loss_reasons(owner_id, lower(name));

-- A stage has one owner: the index needs no other.
CREATE INDEX leads_stage_idx ON leads (stage_id, place, id);

CREATE UNIQUE INDEX tags_owner_id_name_key ON tags(owner_id, lower(name));

-- Who has been in a stage for longest, and who came into it in a period: for the leads that rest in 'Hoje', and for deals
-- that were won and lost.
CREATE INDEX leads_staged_idx ON leads (stage_id, staged_at, id) INCLUDE (status);

-- What is expected when. Few leads have a day.
CREATE INDEX leads_expected_close_idx ON leads (owner_id, expected_close) INCLUDE (stage_id, value_cents)
  WHERE expected_close IS NOT NULL;

CREATE UNIQUE INDEX own_fields_owner_id_key_key ON own_fields(owner_id, key) WHERE deleted_at IS NULL;

CREATE UNIQUE INDEX own_fields_owner_id_name_key ON own_fields(owner_id, lower(name)) WHERE deleted_at IS NULL;

CREATE INDEX own_fields_deleted_at_idx ON own_fields(deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX lead_values_text_idx ON lead_values(field_id, text_key, lead_id) WHERE text_key IS NOT NULL;

CREATE INDEX lead_values_number_idx ON lead_values(field_id, number, lead_id) WHERE number IS NOT NULL;

CREATE INDEX lead_values_day_idx ON lead_values(field_id, day, lead_id) WHERE day IS NOT NULL;

-- Parts of the texts of own fields are found without reading all values of a field.
CREATE INDEX lead_values_part_idx ON lead_values USING gin (field_id, text_key gin_trgm_ops) WHERE text_key IS NOT NULL;

-- Taken up by the sweep.
CREATE INDEX imports_processing_idx ON imports (lease_until) WHERE status IN ('processing', 'undoing');

-- Those that can be undone, which a duty trims.
CREATE INDEX lead_merges_kept_idx ON lead_merges(merged_at) WHERE survivor_before IS NOT NULL;

CREATE INDEX merged_leads_phone_key_idx ON merged_leads(owner_id, phone_key) WHERE phone_key IS NOT NULL;

CREATE INDEX leads_typed_phone_idx ON leads (owner_id, typed_phone_key, phone_key, id) WHERE typed_phone_key IS NOT NULL;

CREATE INDEX leads_email_key_idx ON leads (owner_id, email_key, id) WHERE email_key IS NOT NULL;

CREATE INDEX leads_cnpj_root_idx ON leads (owner_id, cnpj_root, id) WHERE cnpj_root IS NOT NULL;

CREATE INDEX leads_name_city_idx ON leads (owner_id, name_city_key, id) WHERE name_city_key IS NOT NULL;

-- Few leads have one.
CREATE INDEX leads_search_remark_idx ON leads(owner_id, id) WHERE search_remark IS NOT NULL;

-- Whose number somebody writes from.
CREATE INDEX lead_contacts_owner_id_phone_key_idx ON lead_contacts (owner_id, phone_key, lead_id) WHERE phone_key IS NOT NULL;

-- One contact of a lead for each number; without one for each e-mail, and without both for each telephone.
CREATE UNIQUE INDEX lead_contacts_phone_key_key ON lead_contacts (lead_id, phone_key) WHERE phone_key IS NOT NULL;

CREATE UNIQUE INDEX lead_contacts_email_key ON lead_contacts (lead_id, lower(email))
  WHERE phone_key IS NULL AND email IS NOT NULL;

CREATE UNIQUE INDEX lead_contacts_telephone_key ON lead_contacts (lead_id, coalesce(typed_phone_key(phone), phone))
  WHERE phone_key IS NULL AND email IS NULL AND phone IS NOT NULL;

CREATE INDEX leads_site_check_idx ON leads(owner_id, site_check, id) WHERE site_check IS NOT NULL;

-- A filter shows them, and a duty looks for those that can be mended.
CREATE INDEX leads_misread_idx ON leads (owner_id, phone_key) WHERE is_misread_number(phone_key);

-- A duty looks for those that can be mended.
CREATE INDEX lead_contacts_misread_idx ON lead_contacts (owner_id, phone_key) WHERE is_misread_number(phone_key);

-- Leads by state, and by town alone, whose states an index scan of PostgreSQL 18 skips through.
CREATE INDEX leads_place_idx ON leads (owner_id, state, city, id) INCLUDE (created_at, source);

-- Leads by what their deals are worth: few of all are worth something.
CREATE INDEX leads_value_idx ON leads (owner_id, value_cents, id) INCLUDE (created_at) WHERE value_cents IS NOT NULL;

-- A seller's own leads, the newest first.
CREATE INDEX leads_seller_idx ON leads (owner_id, seller_id, created_at DESC, id DESC) WHERE seller_id IS NOT NULL;

-- Leads by their first message.
CREATE INDEX leads_contacted_idx ON leads (owner_id, contacted_at, id) WHERE contacted_at IS NOT NULL;

-- Of indexes that seem to cost the same the planner takes the one that was made last, and for an owner whom its statistics
-- do not know all cost the same: a lead's own key is made last.
DROP INDEX leads_owner_id_id_key;
CREATE UNIQUE INDEX leads_owner_id_id_key ON leads (owner_id, id);

-- Two stages change places in one statement.
DROP INDEX stages_owner_id_position_key;
ALTER TABLE stages ADD CONSTRAINT stages_owner_id_position_key UNIQUE (owner_id, "position") DEFERRABLE INITIALLY DEFERRED;

CREATE TRIGGER lead_count_changes_fold AFTER INSERT ON lead_count_changes
  FOR EACH ROW EXECUTE FUNCTION fold_lead_counts_sometimes();

CREATE TRIGGER leads_count_deleted AFTER DELETE ON leads
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_leads();

CREATE TRIGGER leads_count_inserted AFTER INSERT ON leads
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_leads();

CREATE TRIGGER leads_keep_opted_out BEFORE UPDATE OF status ON leads
  FOR EACH ROW WHEN (OLD.status = 'opted_out' AND NEW.status <> 'opted_out')
  EXECUTE FUNCTION keep_opted_out();

CREATE TRIGGER leads_note_deleted AFTER DELETE ON leads
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_leads();

CREATE TRIGGER leads_note_inserted AFTER INSERT ON leads
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_leads();

CREATE TRIGGER leads_note_truncated AFTER TRUNCATE ON leads
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncated_leads();

CREATE TRIGGER leads_note_updated AFTER UPDATE ON leads
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_updated_leads();

CREATE TRIGGER leads_status_changed AFTER UPDATE ON leads
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_lead_status();

CREATE TRIGGER set_company_status BEFORE INSERT OR UPDATE OF cnpj ON leads
  FOR EACH ROW EXECUTE FUNCTION set_company_status();

CREATE TRIGGER leads_set_first_stage BEFORE INSERT ON leads
  FOR EACH ROW WHEN (NEW.stage_id IS NULL) EXECUTE FUNCTION set_first_stage();

CREATE TRIGGER leads_check_stage BEFORE INSERT ON leads
  FOR EACH ROW WHEN (NEW.stage_id IS NOT NULL) EXECUTE FUNCTION check_stage();

CREATE TRIGGER leads_check_new_stage BEFORE UPDATE OF stage_id, owner_id ON leads
  FOR EACH ROW WHEN (OLD.stage_id <> NEW.stage_id OR OLD.owner_id <> NEW.owner_id) EXECUTE FUNCTION check_stage();

CREATE TRIGGER stages_keep_with_leads BEFORE DELETE ON stages FOR EACH ROW EXECUTE FUNCTION keep_stage_with_leads();

CREATE TRIGGER lead_contacts_note_inserted AFTER INSERT ON lead_contacts
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_new_contacts();

CREATE TRIGGER lead_contacts_note_deleted AFTER DELETE ON lead_contacts
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_old_contacts();

CREATE TRIGGER lead_contacts_note_updated AFTER UPDATE ON lead_contacts
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_contacts();

CREATE TRIGGER leads_forget_site_check BEFORE UPDATE OF website ON leads FOR EACH ROW
  WHEN (NEW.website IS DISTINCT FROM OLD.website AND NEW.site_check IS NOT DISTINCT FROM OLD.site_check)
  EXECUTE FUNCTION forget_site_check();

CREATE TRIGGER leads_move_by_status BEFORE UPDATE OF status ON leads
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND OLD.stage_id = NEW.stage_id)
  EXECUTE FUNCTION move_by_status();
