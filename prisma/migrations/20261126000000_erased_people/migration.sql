-- Of a person who was erased only keyed hashes stay. No row that names the person can be written again: triggers on the
-- tables that every writer passes compare with them.

-- One row: the key of the hashes, sealed, and how many erasures were written to the store of files.
CREATE TABLE "erasure_key" (
  "id" BOOLEAN NOT NULL DEFAULT true,
  "sealed_key" TEXT NOT NULL,
  "fingerprint" BYTEA NOT NULL,
  "files" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "erasure_key_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "erasure_key_one_row_check" CHECK ("id"),
  CONSTRAINT "erasure_key_fingerprint_check" CHECK (length("fingerprint") = 32)
);

CREATE TABLE "privacy_requests" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "uid" UUID NOT NULL DEFAULT gen_random_uuid(),
  "kind" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'processing',
  "asked_by" TEXT NOT NULL,
  "channel" TEXT NOT NULL,
  "note" TEXT,
  "whole_lead" BOOLEAN NOT NULL DEFAULT true,
  "sealed_keys" TEXT,
  "counts" JSONB NOT NULL DEFAULT '{}',
  "error" TEXT,
  "file_no" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "done_at" TIMESTAMPTZ(3),
  "allowed_at" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "lease_no" INTEGER NOT NULL DEFAULT 0,
  "lease_until" TIMESTAMPTZ(3),
  "resume_at" TIMESTAMPTZ(3),
  CONSTRAINT "privacy_requests_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "privacy_requests_kind_check" CHECK ("kind" IN ('export', 'erase', 'correct')),
  CONSTRAINT "privacy_requests_status_check" CHECK ("status" IN ('processing', 'done', 'error')),
  CONSTRAINT "privacy_requests_asked_by_check" CHECK ("asked_by" IN ('person', 'representative', 'authority', 'account')),
  CONSTRAINT "privacy_requests_channel_check" CHECK ("channel" IN ('whatsapp', 'email', 'phone', 'letter', 'in_person')),
  CONSTRAINT "privacy_requests_done_check" CHECK (("status" = 'done') = ("done_at" IS NOT NULL)),
  CONSTRAINT "privacy_requests_attempts_check" CHECK ("attempts" BETWEEN 0 AND 20),
  -- Once it is done nothing readable is left of whom an erasure was about.
  CONSTRAINT "privacy_requests_erased_check" CHECK ("kind" <> 'erase' OR "status" <> 'done' OR "sealed_keys" IS NULL),
  CONSTRAINT "privacy_requests_allowed_check" CHECK ("allowed_at" IS NULL OR "kind" = 'erase')
);
CREATE UNIQUE INDEX "privacy_requests_uid_key" ON "privacy_requests"("uid");
CREATE UNIQUE INDEX "privacy_requests_owner_id_id_key" ON "privacy_requests"("owner_id", "id");
CREATE INDEX "privacy_requests_open_idx" ON "privacy_requests"("id") WHERE "status" = 'processing';
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "erased_keys" (
  "owner_id" INTEGER NOT NULL,
  "hash" BYTEA NOT NULL,
  "kind" TEXT NOT NULL,
  "request_id" INTEGER NOT NULL,
  "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "wrote_again" INTEGER NOT NULL DEFAULT 0,
  "wrote_again_at" TIMESTAMPTZ(3),
  CONSTRAINT "erased_keys_pkey" PRIMARY KEY ("owner_id", "hash"),
  CONSTRAINT "erased_keys_kind_check" CHECK ("kind" IN ('phone', 'email', 'cnpj')),
  CONSTRAINT "erased_keys_hash_check" CHECK (length("hash") = 32)
);
CREATE INDEX "erased_keys_owner_id_request_id_idx" ON "erased_keys"("owner_id", "request_id");
ALTER TABLE "erased_keys" ADD CONSTRAINT "erased_keys_owner_id_request_id_fkey"
  FOREIGN KEY ("owner_id", "request_id") REFERENCES "privacy_requests"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- HMAC-SHA-256 under the installation's key, whose two pads each session is given when it is opened. A session without
-- them, or with those of another key, is refused: otherwise it would let everybody back in.
CREATE FUNCTION erasure_hash(owner integer, kind text, value text) RETURNS bytea LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
  pads bytea := decode(coalesce(current_setting('garimpo.erasure_pads', true), ''), 'hex');
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "erasure_key" k WHERE k."fingerprint" = sha256(pads)) THEN
    RAISE EXCEPTION 'this session does not have the key of erased people' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN sha256(substr(pads, 65) || sha256(substr(pads, 1, 64) || convert_to(owner || ' ' || kind || ' ' || value, 'UTF8')));
END $$;

-- Whether the account erased anybody: most did not, and nothing is worked out for their rows. Shared with other writers,
-- against an erasure: of the two, one sees the other.
CREATE FUNCTION has_erased_people(owner integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('erasures'), owner);
  RETURN EXISTS (SELECT 1 FROM "erased_keys" e WHERE e."owner_id" = owner);
END $$;

-- The hash of the first of these keys that was erased; null when none was.
CREATE FUNCTION find_erased(owner integer, phones text[], emails text[] DEFAULT '{}', cnpjs text[] DEFAULT '{}')
RETURNS bytea LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT has_erased_people(owner) THEN RETURN NULL; END IF;
  RETURN (
    SELECT e."hash" FROM "erased_keys" e WHERE e."owner_id" = owner AND e."hash" IN (
      SELECT erasure_hash(owner, 'phone', p) FROM unnest(phones) AS p WHERE p <> ''
      UNION ALL SELECT erasure_hash(owner, 'email', lower(btrim(m))) FROM unnest(emails) AS m WHERE btrim(m) <> ''
      UNION ALL SELECT erasure_hash(owner, 'cnpj', c) FROM unnest(cnpjs) AS c WHERE c <> '')
    LIMIT 1);
END $$;

-- A lead of an erased person is left out, like one whose number another lead has: the other rows of a statement stay.
CREATE FUNCTION skip_erased_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF find_erased(NEW."owner_id", ARRAY[NEW."phone_key", typed_phone_key(NEW."phone")], ARRAY[NEW."email"], ARRAY[NEW."cnpj"])
     IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "leads_skip_erased" BEFORE INSERT ON "leads" FOR EACH ROW EXECUTE FUNCTION skip_erased_lead();
CREATE TRIGGER "leads_skip_erased_change" BEFORE UPDATE OF "whatsapp", "phone_key", "phone", "email", "cnpj" ON "leads"
  FOR EACH ROW WHEN ((NEW."phone_key", NEW."phone", NEW."email", NEW."cnpj")
    IS DISTINCT FROM (OLD."phone_key", OLD."phone", OLD."email", OLD."cnpj"))
  EXECUTE FUNCTION skip_erased_lead();

CREATE FUNCTION skip_erased_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF find_erased(NEW."owner_id", ARRAY[NEW."phone_key", typed_phone_key(NEW."phone")], ARRAY[NEW."email"]) IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "lead_contacts_skip_erased" BEFORE INSERT OR UPDATE OF "whatsapp", "phone_key", "phone", "email" ON "lead_contacts"
  FOR EACH ROW EXECUTE FUNCTION skip_erased_contact();

-- Arguments: what becomes of the row, and the columns that hold keys of numbers or chat ids. What one statement writes of
-- many people leaves an erased one out; what is about one person is refused as a whole.
CREATE FUNCTION keep_erased_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given jsonb;
  found bytea;
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  given := to_jsonb(NEW);
  found := find_erased(NEW."owner_id", ARRAY(SELECT given->>c FROM unnest(TG_ARGV[1:]) AS c));
  IF found IS NULL THEN RETURN NEW; END IF;
  IF TG_ARGV[0] = 'skip' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'this person was erased' USING ERRCODE = 'GE001', DETAIL = encode(found, 'hex');
END $$;
CREATE TRIGGER "conversations_refuse_erased" BEFORE INSERT OR UPDATE OF "phone_key", "chat_id" ON "conversations"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');
CREATE TRIGGER "contact_identities_refuse_erased" BEFORE INSERT OR UPDATE ON "contact_identities"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');
CREATE TRIGGER "message_reactions_refuse_erased" BEFORE INSERT OR UPDATE OF "phone_key" ON "message_reactions"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');
CREATE TRIGGER "opt_out_events_refuse_erased" BEFORE INSERT ON "opt_out_events"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');
CREATE TRIGGER "opt_out_reviews_refuse_erased" BEFORE INSERT OR UPDATE OF "phone_key" ON "opt_out_reviews"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');
CREATE TRIGGER "scheduled_messages_refuse_erased" BEFORE INSERT OR UPDATE OF "phone_key", "chat_id", "content" ON "scheduled_messages"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');
CREATE TRIGGER "opt_outs_skip_erased" BEFORE INSERT OR UPDATE OF "phone_key" ON "opt_outs"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');
CREATE TRIGGER "opt_ins_skip_erased" BEFORE INSERT OR UPDATE OF "phone_key" ON "opt_ins"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');
CREATE TRIGGER "checked_numbers_skip_erased" BEFORE INSERT OR UPDATE ON "checked_numbers"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');
CREATE TRIGGER "whatsapp_contacts_skip_erased" BEFORE INSERT OR UPDATE ON "whatsapp_contacts"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key', 'jid');
CREATE TRIGGER "campaign_recipients_skip_erased" BEFORE INSERT OR UPDATE OF "phone_key" ON "campaign_recipients"
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE FUNCTION refuse_erased_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found bytea := find_erased((SELECT i."owner_id" FROM "whatsapp_instances" i WHERE i."id" = NEW."instance_id"), ARRAY[NEW."phone_key"]);
BEGIN
  IF found IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'this person was erased' USING ERRCODE = 'GE001', DETAIL = encode(found, 'hex');
END $$;
CREATE TRIGGER "early_changes_refuse_erased" BEFORE INSERT OR UPDATE OF "phone_key" ON "early_changes"
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_change();

CREATE FUNCTION skip_erased_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF find_erased(NEW."owner_id", ARRAY[typed_phone_key(NEW."phone")], '{}', ARRAY[NEW."key"]) IS NOT NULL THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "radar_findings_skip_erased" BEFORE INSERT OR UPDATE OF "phone", "key" ON "radar_findings"
  FOR EACH ROW EXECUTE FUNCTION skip_erased_finding();

-- What a map or a site tells of somebody, as it is kept until it becomes a lead.
CREATE FUNCTION company_is_erased(owner integer, company jsonb) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT company IS NOT NULL AND find_erased(owner,
    ARRAY[typed_phone_key(company->>'whatsapp'), typed_phone_key(company->>'phone'), typed_phone_key(company->>'mobile')],
    ARRAY[company->>'email'], ARRAY[regexp_replace(coalesce(company->>'cnpj', ''), '[^0-9A-Z]', '', 'g')]) IS NOT NULL
$$;
CREATE FUNCTION skip_erased_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF company_is_erased(NEW."owner_id", NEW."place") OR company_is_erased(NEW."owner_id", NEW."company") THEN
    IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
    NEW."outcome" := 'left_out';
    NEW."company" := NULL;
    NEW."place" := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "search_results_skip_erased" BEFORE INSERT OR UPDATE OF "place", "company" ON "search_results"
  FOR EACH ROW EXECUTE FUNCTION skip_erased_result();

ALTER TABLE "campaign_recipients"
  DROP CONSTRAINT "campaign_recipients_cause_check",
  ADD CONSTRAINT "campaign_recipients_cause_check" CHECK ("cause" IN
    ('no_whatsapp', 'refused', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'answered', 'lead_deleted', 'stopped',
     'unconfirmed', 'restricted', 'recent', 'held_back', 'template_refused', 'no_opt_in',
     'reacted', 'moved', 'number_changed', 'in_sequence', 'late', 'step_removed', 'erased'));
