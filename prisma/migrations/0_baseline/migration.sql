-- The whole database, generated from prisma/rules/shared.sql, the tables of prisma/schema, the other rules, the schema's
-- references and prisma/rules/references.sql, in that order.
-- What it is by now, with later migrations, is read there: this file stays as it was applied.

-- Functions may name what comes after them.
SET LOCAL check_function_bodies = off;

-- What tables are made with, before any of them: every other file comes after the schema.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A text as it is searched: unaccent() is only STABLE, so that SQL functions of it are never inlined, and a call of one
-- in PL/pgSQL is cheaper. The collation makes lower() the same whatever the database's locale.
CREATE FUNCTION search_form(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value) COLLATE pg_c_utf8);
END $$;

-- Messages are found by the words they hold, each from its beginning, without regard to case and accents. One index for
-- all owners: the owner is its first column, and both conditions are answered inside it.
CREATE FUNCTION message_words(content text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN to_tsvector('pg_catalog.simple'::regconfig, public.search_form(left(content, 8000)));
END $$;

-- What a column is sorted by: short, folded, and stored, because an index-only scan knows columns and no expressions.
CREATE FUNCTION sort_form(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN left(lower(public.unaccent('public.unaccent'::regdictionary, left(value, 32)) COLLATE pg_c_utf8), 32);
END $$;

-- What an event is about, as "campaign 12", "search 5", "import 3" or "list 7"; "automatic" for what a machine answered;
-- otherwise empty.
CREATE FUNCTION event_subject(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN metadata ->> 'activity_id' ~ '^\d{1,9}$' THEN 'campaign ' || (metadata ->> 'activity_id')
    WHEN metadata ->> 'search_id' ~ '^\d{1,9}$' THEN 'search ' || (metadata ->> 'search_id')
    WHEN metadata ->> 'import_id' ~ '^\d{1,9}$' THEN 'import ' || (metadata ->> 'import_id')
    WHEN metadata ->> 'list_id' ~ '^\d{1,9}$' THEN 'list ' || (metadata ->> 'list_id')
    WHEN metadata ->> 'automatic' = 'true' THEN 'automatic'
    ELSE '' END
$$;

-- The key of a telephone as a person typed it, as toPhoneKey makes it; null for what is no Brazilian number alone.
CREATE FUNCTION typed_phone_key(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  digits text;
BEGIN
  IF typed !~ '^[\d\s()+.-]{8,40}$' THEN RETURN NULL; END IF;
  digits := regexp_replace(typed, '\D', '', 'g');
  -- A plus marks the country code: +34 912 345 678 is Madrid.
  IF typed ~ '^[\s(]*\+' AND digits !~ '^55\d{10,11}$' THEN RETURN NULL; END IF;
  IF digits !~ '^(55|0)?[1-9]{2}(9\d{8}|[2-9]\d{7})$' THEN RETURN NULL; END IF;
  digits := right(digits, CASE WHEN right(digits, 11) ~ '^[1-9]{2}9\d{8}$' AND length(digits) IN (11, 12, 13)
                                 AND NOT (length(digits) = 12 AND digits LIKE '55%') THEN 11 ELSE 10 END);
  RETURN '55' || regexp_replace(digits, '^(..)9([6-9]\d{7})$', '\1\2');
END $$;

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

-- A key, as the app makes it, of a number that nobody can have: one that begins with a 0, which no country's does, and
-- one of Brazil that is none.
CREATE FUNCTION is_misread_number(phone_key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT phone_key ~ '^0\d*$' OR (phone_key ~ '^55\d*$' AND phone_key !~ ('^55(?:'
    || '(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])(?:9\d{8}|[2-9]\d{7})'
    || '|[3589]00\d{6,7}|(?:400\d|4020|300\d)\d{4})$'))
$$;

CREATE SCHEMA IF NOT EXISTS "public";

CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "whatsapp" TEXT,
    "password_hash" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "daily_limit" INTEGER NOT NULL DEFAULT 20,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "conversion_objective" TEXT,
    "business_name" TEXT,
    "business_description" TEXT,
    "website" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailbox_proved_at" TIMESTAMPTZ(3),
    "deletion_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "user_agent" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "proved_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "known_networks" (
    "user_id" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "known_networks_pkey" PRIMARY KEY ("user_id","network")
);

CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "token_hash" BYTEA NOT NULL,
    "beginning" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_keys" (
    "owner_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "claim_no" INTEGER NOT NULL DEFAULT 1,
    "status" INTEGER,
    "sealed_answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("owner_id","key")
);

CREATE TABLE "webhook_endpoints" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "sealed_secret" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "prompt" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "resume_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_deliveries" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "endpoint_id" INTEGER NOT NULL,
    "message_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "event_type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_answer" TEXT,
    "last_tried_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "password_resets" (
    "user_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "mails" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "sealed_link" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "billings" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "stripe_customer_id" TEXT,
    "stripe_subscription_id" TEXT,
    "plan" TEXT NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "start_date" TIMESTAMPTZ(3) NOT NULL,
    "current_period_end" TIMESTAMPTZ(3) NOT NULL,
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "payment_method" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "source" TEXT NOT NULL DEFAULT 'admin',
    "gives_pro" BOOLEAN NOT NULL DEFAULT false,
    "pro_until" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "is_pro" BOOLEAN NOT NULL DEFAULT true,
    "can_charge" BOOLEAN NOT NULL DEFAULT false,
    "resumed_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "compared_at" TIMESTAMPTZ(3),
    "unknown_since" TIMESTAMPTZ(3),
    CONSTRAINT "billings_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "billing_accounts" (
    "user_id" INTEGER NOT NULL,
    "sync_no" INTEGER NOT NULL DEFAULT 0,
    "applied_no" INTEGER NOT NULL DEFAULT 0,
    "gave_pro" BOOLEAN NOT NULL DEFAULT false,
    "changing_until" TIMESTAMPTZ(3),
    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "billing_customers" (
    "customer_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "billing_customers_pkey" PRIMARY KEY ("customer_id")
);

CREATE TABLE "billing_invoices" (
    "id" TEXT NOT NULL,
    "billing_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "plan" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "dispute" TEXT,
    "payment_intent" TEXT,
    "receipt_url" TEXT,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "finalized_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "is_first" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "billing_invoices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "billing_events" (
    "id" SERIAL NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "user_id" INTEGER,
    "customer_id" TEXT,
    "subscription_id" TEXT,
    "invoice_id" TEXT,
    "payment_intent" TEXT,
    "reference" TEXT,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    CONSTRAINT "billing_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "billing_orders" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "payment_intent" TEXT,
    "reason" TEXT NOT NULL,
    "is_known" BOOLEAN NOT NULL DEFAULT true,
    "request_key" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    CONSTRAINT "billing_orders_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "billing_unread_events" (
    "id" SERIAL NOT NULL,
    "sha256" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "billing_unread_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "billing_alerts" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" INTEGER,
    "detail" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    CONSTRAINT "billing_alerts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_entries" (
    "id" SERIAL NOT NULL,
    "actor_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "target_user_id" INTEGER,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "leads" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "source" TEXT NOT NULL,
    "website" TEXT,
    "site_host" TEXT,
    "whatsapp" TEXT,
    "phone_key" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "address" TEXT,
    "city" TEXT,
    "state" TEXT,
    "cnpj" TEXT,
    "cnae" TEXT,
    "proprietario" TEXT,
    "contact_name" TEXT,
    "contact_role" TEXT,
    "obs" TEXT,
    "ai_obs" TEXT,
    "company_status" TEXT,
    "search_remark" TEXT,
    "site_check" TEXT,
    "site_verdict" TEXT,
    "evidence" JSONB,
    "status_by" TEXT NOT NULL DEFAULT 'person',
    "contacted_at" TIMESTAMPTZ(3),
    "edited_at" TIMESTAMPTZ(3),
    "stage_id" INTEGER NOT NULL,
    "place" DECIMAL NOT NULL DEFAULT (- EXTRACT(epoch FROM clock_timestamp())),
    "staged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "value_cents" BIGINT,
    "expected_close" DATE,
    "loss_reason_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "leads_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "site_checks" (
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_until" TIMESTAMPTZ(3),
    CONSTRAINT "site_checks_pkey" PRIMARY KEY ("owner_id","lead_id")
);

CREATE TABLE "account_actions" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "account_actions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "account_deletions" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "reminded_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "deleted_rows" BIGINT NOT NULL DEFAULT 0,
    "kept_payments" BOOLEAN NOT NULL DEFAULT false,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "account_exports" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "requested_on" DATE NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'processing',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT,
    "storage_key" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "outdated" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "second_factors" (
    "user_id" INTEGER NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

CREATE TABLE "passkeys" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "passkey_answers" (
    "challenge_hash" BYTEA NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "passkey_answers_pkey" PRIMARY KEY ("challenge_hash")
);

CREATE TABLE "identities" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    CONSTRAINT "identities_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sign_in_attempts" (
    "token_hash" BYTEA NOT NULL,
    "provider" TEXT NOT NULL,
    "checks" TEXT NOT NULL,
    "user_id" INTEGER,
    "session_id" UUID,
    "next_path" TEXT,
    "step" TEXT NOT NULL DEFAULT 'issuer',
    "issuer" TEXT,
    "subject" TEXT,
    "email" TEXT,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "lead_deletions" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "leads" INTEGER NOT NULL DEFAULT 0,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_deletions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "deleted_leads" (
    "deletion_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead" JSONB NOT NULL,
    "list_ids" INTEGER[],
    "history" JSONB NOT NULL,
    "tasks" JSONB NOT NULL DEFAULT '[]',
    "tag_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "own_values" JSONB NOT NULL DEFAULT '[]',
    "notes" JSONB NOT NULL DEFAULT '[]',
    "contacts" JSONB NOT NULL DEFAULT '[]',
    "result_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "distinct_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "denied_cnpjs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "waits_for_visit" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "deleted_leads_pkey" PRIMARY KEY ("deletion_id","lead_id")
);

CREATE TABLE "lead_change_sets" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "deletion_id" INTEGER,
    CONSTRAINT "lead_change_sets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "lead_changes" (
    "id" SERIAL NOT NULL,
    "set_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "created_ids" INTEGER[],
    "changed" JSONB,
    CONSTRAINT "lead_changes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "lead_merges" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "survivor_id" INTEGER NOT NULL,
    "names" TEXT[],
    "survivor_before" JSONB,
    "survivor_after" JSONB,
    "parts" JSONB,
    "merged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_merges_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "merged_leads" (
    "lead_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "merge_id" INTEGER NOT NULL,
    "survivor_id" INTEGER NOT NULL,
    "phone_key" TEXT,
    "lead" JSONB,
    "list_ids" INTEGER[],
    "tag_ids" INTEGER[],
    "own_values" JSONB NOT NULL DEFAULT '[]',
    "contacts" JSONB NOT NULL DEFAULT '[]',
    CONSTRAINT "merged_leads_pkey" PRIMARY KEY ("owner_id","lead_id")
);

CREATE TABLE "distinct_leads" (
    "owner_id" INTEGER NOT NULL,
    "low_id" INTEGER NOT NULL,
    "high_id" INTEGER NOT NULL,
    CONSTRAINT "distinct_leads_pkey" PRIMARY KEY ("owner_id","low_id","high_id")
);

CREATE TABLE "company_denials" (
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "cnpj" TEXT NOT NULL,
    CONSTRAINT "company_denials_pkey" PRIMARY KEY ("owner_id","lead_id","cnpj")
);

CREATE TABLE "lead_events" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "from_status" TEXT NOT NULL,
    "to_status" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL,
    "from_stage" TEXT,
    "to_stage" TEXT,
    "changes" JSONB,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "lists" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "query" TEXT,
    "city" TEXT,
    "state" TEXT,
    "status" TEXT NOT NULL DEFAULT 'processing',
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "lists_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "list_leads" (
    "list_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "list_leads_pkey" PRIMARY KEY ("list_id","lead_id")
);

CREATE TABLE "searches" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "list_id" INTEGER NOT NULL,
    "made_list" BOOLEAN NOT NULL DEFAULT true,
    "kind" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "city" TEXT,
    "state" TEXT,
    "radius_km" DOUBLE PRECISION,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "place_name" VARCHAR(200),
    "advanced" JSONB,
    "other_cities" BOOLEAN NOT NULL DEFAULT false,
    "start_page" INTEGER NOT NULL,
    "end_page" INTEGER NOT NULL,
    "last_page" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'processing',
    "stop_at" TIMESTAMPTZ(3),
    "left_out" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    "radar_id" INTEGER,
    "credit_limit" INTEGER,
    CONSTRAINT "searches_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "search_results" (
    "id" SERIAL NOT NULL,
    "search_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "url" TEXT,
    "result_key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "place" JSONB,
    "lead_id" INTEGER,
    "outcome" TEXT NOT NULL DEFAULT 'pending',
    "detail" TEXT,
    "company" JSONB,
    CONSTRAINT "search_results_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "radars" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "question" JSONB NOT NULL,
    "cadence" TEXT NOT NULL,
    "changes" TEXT[],
    "credit_budget" INTEGER NOT NULL,
    "list_id" INTEGER,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "import_id" INTEGER,
    "month" TEXT,
    "next_run_at" TIMESTAMPTZ(3),
    "last_run_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "radars_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "radar_runs" (
    "id" SERIAL NOT NULL,
    "radar_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'processing',
    "step" TEXT NOT NULL,
    "import_id" INTEGER,
    "month" TEXT,
    "after_id" INTEGER NOT NULL DEFAULT 0,
    "search_id" INTEGER,
    "spent" INTEGER NOT NULL DEFAULT 0,
    "told_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "radar_runs_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "radar_findings" (
    "id" SERIAL NOT NULL,
    "radar_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "change" TEXT NOT NULL,
    "mark" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "city" TEXT,
    "state" TEXT,
    "phone" TEXT,
    "on_whatsapp" BOOLEAN,
    "saved" BOOLEAN NOT NULL DEFAULT false,
    "search_id" INTEGER,
    "seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "radar_findings_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "credit_entries" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "action" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "search_id" INTEGER,
    "lead_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "credit_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "credit_days" (
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "reserved" INTEGER NOT NULL DEFAULT 0,
    "daily_limit" INTEGER,
    CONSTRAINT "credit_days_pkey" PRIMARY KEY ("owner_id","day")
);

CREATE TABLE "credit_reservations" (
    "search_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "amount" INTEGER NOT NULL,
    "released_at" TIMESTAMPTZ(3),
    CONSTRAINT "credit_reservations_pkey" PRIMARY KEY ("search_id")
);

CREATE TABLE "whatsapp_instances" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_ref" TEXT NOT NULL,
    "sealed_token" TEXT,
    "account_ref" TEXT,
    "webhook_hash" BYTEA NOT NULL,
    "former_webhook_hash" BYTEA,
    "status" TEXT NOT NULL DEFAULT 'DISCONNECTED',
    "number" TEXT,
    "qr_code" TEXT,
    "qr_image" TEXT,
    "qr_at" TIMESTAMPTZ(3),
    "pairing_until" TIMESTAMPTZ(3),
    "own_message_ids" BOOLEAN NOT NULL DEFAULT false,
    "connected_at" TIMESTAMPTZ(3),
    "disconnected_at" TIMESTAMPTZ(3),
    "paired_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "unpaired_here" BOOLEAN NOT NULL DEFAULT false,
    "restricted_until" TIMESTAMPTZ(3),
    "history_due_at" TIMESTAMPTZ(3),
    "history_read" BOOLEAN NOT NULL DEFAULT false,
    "history_since" TIMESTAMPTZ(3),
    "history_quiet_at" TIMESTAMPTZ(3),
    "contacts_due_at" TIMESTAMPTZ(3),
    "recover_since" TIMESTAMPTZ(3),
    "recover_due_at" TIMESTAMPTZ(3),
    "looked_at" TIMESTAMPTZ(3),
    "heard_until" TIMESTAMPTZ(3),
    "log_out_due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "whatsapp_instances_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "whatsapp_sockets" (
    "id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "wanted" BOOLEAN NOT NULL DEFAULT true,
    "state" TEXT NOT NULL DEFAULT 'closed',
    "pairing_until" TIMESTAMPTZ(3),
    "paired_number" TEXT,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "whatsapp_sockets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "whatsapp_auth_keys" (
    "instance_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_value" TEXT NOT NULL,
    CONSTRAINT "whatsapp_auth_keys_pkey" PRIMARY KEY ("instance_id","type","key_id")
);

CREATE TABLE "whatsapp_commands" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "outcome" JSONB,
    CONSTRAINT "whatsapp_commands_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_dead_letters" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "webhook_dead_letters_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "conversations" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "chat_id" TEXT NOT NULL,
    "name" TEXT,
    "username" TEXT,
    "moved_from" TEXT,
    "moved_at" TIMESTAMPTZ(3),
    "last_message" TEXT,
    "last_message_kind" TEXT NOT NULL DEFAULT 'text',
    "last_message_at" TIMESTAMPTZ(3),
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "waiting_since" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "mixed_with" TEXT,
    "intent" TEXT,
    "intent_words" TEXT,
    "intent_settled" BOOLEAN NOT NULL DEFAULT false,
    "intent_day" DATE,
    "intent_time" TIME(0),
    "intent_task_id" INTEGER,
    "intent_asked" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "messages" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "conversation_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'text',
    "content" TEXT,
    "quoted_message_id" TEXT,
    "details" JSONB,
    "status_rank" INTEGER NOT NULL DEFAULT 1,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),
    "earlier_texts" JSONB NOT NULL DEFAULT '[]',
    "deleted_at" TIMESTAMPTZ(3),
    "sending_since" TIMESTAMPTZ(3),
    "unconfirmed" BOOLEAN NOT NULL DEFAULT false,
    "failure" TEXT,
    "intent" TEXT,
    "intent_settled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "message_media" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "message_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "mime" TEXT,
    "bytes" INTEGER,
    "file_name" TEXT,
    "seconds" INTEGER,
    "width" INTEGER,
    "height" INTEGER,
    "source" JSONB,
    "storage_key" TEXT,
    "stored_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    CONSTRAINT "message_media_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "media_removals" (
    "storage_key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "media_removals_pkey" PRIMARY KEY ("storage_key")
);

CREATE TABLE "whatsapp_contacts" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "number" TEXT,
    "jid" TEXT NOT NULL,
    "name" TEXT,
    "username" TEXT,
    "picture_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "whatsapp_contacts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "contact_identities" (
    "owner_id" INTEGER NOT NULL,
    "chat_id" TEXT NOT NULL,
    "phone_key" TEXT NOT NULL,
    "learned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "contact_identities_pkey" PRIMARY KEY ("owner_id","chat_id")
);

CREATE TABLE "checked_numbers" (
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "chat_id" TEXT,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "checked_numbers_pkey" PRIMARY KEY ("owner_id","phone_key")
);

CREATE TABLE "whatsapp_restrictions" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "until" TIMESTAMPTZ(3),
    CONSTRAINT "whatsapp_restrictions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "whatsapp_gaps" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "late" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,
    CONSTRAINT "whatsapp_gaps_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "scheduled_messages" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "conversation_id" INTEGER,
    "phone_key" TEXT NOT NULL,
    "chat_id" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "stays" BOOLEAN NOT NULL DEFAULT false,
    "after_message_id" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'scheduled',
    "detail" TEXT,
    "not_before" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "scheduled_messages_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "canned_answers" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "shortcut" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "file_name" TEXT,
    "mime" TEXT,
    "bytes" INTEGER,
    "storage_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "canned_answers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stages" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "meaning" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "rest_days" INTEGER,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "stages_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tags" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tags_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "lead_tags" (
    "owner_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    CONSTRAINT "lead_tags_pkey" PRIMARY KEY ("tag_id","lead_id")
);

CREATE TABLE "own_fields" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "choices" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    CONSTRAINT "own_fields_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "lead_values" (
    "owner_id" INTEGER NOT NULL,
    "field_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "place" SMALLINT NOT NULL,
    "text" TEXT,
    "number" DOUBLE PRECISION,
    "day" DATE,
    CONSTRAINT "lead_values_pkey" PRIMARY KEY ("lead_id","field_id","place")
);

CREATE TABLE "loss_reasons" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "loss_reasons_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "lead_views" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_views_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sends" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "message_id" TEXT NOT NULL,
    "chat_message_id" INTEGER,
    "recipient_id" INTEGER,
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "content" TEXT,
    "bytes" INTEGER,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "sends_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "early_receipts" (
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "status_rank" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "early_receipts_pkey" PRIMARY KEY ("instance_id","provider_message_id")
);

CREATE TABLE "early_changes" (
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "phone_key" TEXT NOT NULL,
    "from_me" BOOLEAN NOT NULL,
    "kind" TEXT NOT NULL,
    "content" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "early_changes_pkey" PRIMARY KEY ("instance_id","provider_message_id","phone_key","from_me","kind")
);

CREATE TABLE "message_reactions" (
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "phone_key" TEXT NOT NULL,
    "from_me" BOOLEAN NOT NULL,
    "emoji" TEXT,
    "reacted_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "message_reactions_pkey" PRIMARY KEY ("instance_id","provider_message_id","phone_key","from_me")
);

CREATE TABLE "campaigns" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "num_leads" INTEGER NOT NULL,
    "messages" TEXT[],
    "list_ids" INTEGER[],
    "lead_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "tag_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "repeat_leads" BOOLEAN NOT NULL DEFAULT false,
    "except_lead_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "scheduled_at" TIMESTAMPTZ(3),
    "recurrence" TEXT NOT NULL DEFAULT 'none',
    "opt_out_line" BOOLEAN NOT NULL DEFAULT false,
    "templates" JSONB,
    "opt_in" BOOLEAN NOT NULL DEFAULT false,
    "legal_basis" TEXT,
    "pacing" JSONB NOT NULL DEFAULT '{}',
    "next_run_at" TIMESTAMPTZ(3),
    "pause_notice" TEXT,
    "request_id" UUID,
    "cancelled_at" TIMESTAMPTZ(3),
    "texts_changed_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "campaign_steps" (
    "campaign_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "step" SMALLINT NOT NULL,
    "messages" TEXT[],
    "wait_days" SMALLINT NOT NULL,
    "window_from" TEXT,
    "window_to" TEXT,
    "texts_changed_at" TIMESTAMPTZ(3),
    CONSTRAINT "campaign_steps_pkey" PRIMARY KEY ("campaign_id","step")
);

CREATE TABLE "days_off" (
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "name" TEXT NOT NULL,
    CONSTRAINT "days_off_pkey" PRIMARY KEY ("owner_id","day")
);

CREATE TABLE "campaign_runs" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "scheduled_for" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "kind" TEXT NOT NULL DEFAULT 'audience',
    "error_message" TEXT,
    "request_id" UUID,
    "notice" TEXT,
    "wait_cause" TEXT,
    "trouble_since" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "resumed_at" TIMESTAMPTZ(3),
    "steps_end_at" TIMESTAMPTZ(3),
    "asked_sender_key" TEXT,
    "typing_for" INTEGER,
    "following_since" TIMESTAMPTZ(3),
    "stop_at" TIMESTAMPTZ(3),
    "next_send_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "campaign_runs_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "campaign_recipients" (
    "id" SERIAL NOT NULL,
    "run_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER,
    "phone_key" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "step" SMALLINT NOT NULL DEFAULT 1,
    "variant" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "continued_at" TIMESTAMPTZ(3),
    "text" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "message_id" TEXT,
    "provider_message_id" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "detail" TEXT,
    "cause" TEXT,
    "first_contact" BOOLEAN NOT NULL DEFAULT false,
    "sender_key" TEXT,
    "settled_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "intent" TEXT,
    "resent_at" TIMESTAMPTZ(3),
    CONSTRAINT "campaign_recipients_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "new_chat_quotas" (
    "instance_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "state" TEXT,
    "total" INTEGER,
    "used" INTEGER,
    "cycle_end" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "failed" BOOLEAN NOT NULL,
    CONSTRAINT "new_chat_quotas_pkey" PRIMARY KEY ("instance_id")
);

CREATE TABLE "portfolio_limits" (
    "account_ref" TEXT NOT NULL,
    "daily_limit" INTEGER,
    "told_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "portfolio_limits_pkey" PRIMARY KEY ("account_ref")
);

CREATE TABLE "number_paces" (
    "sender_key" TEXT NOT NULL,
    "next_send_at" TIMESTAMPTZ(3) NOT NULL,
    "block_left" INTEGER,
    CONSTRAINT "number_paces_pkey" PRIMARY KEY ("sender_key")
);

CREATE TABLE "number_days" (
    "sender_key" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "first_contacts" INTEGER NOT NULL,
    CONSTRAINT "number_days_pkey" PRIMARY KEY ("sender_key","day")
);

CREATE TABLE "opt_outs" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "number" TEXT,
    "source" TEXT NOT NULL DEFAULT 'reply',
    "words" TEXT,
    "provider_message_id" TEXT,
    "said_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirm_by" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "opt_outs_pkey" PRIMARY KEY ("owner_id","phone_key")
);

CREATE TABLE "opt_out_events" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "words" TEXT,
    "reason" TEXT,
    "provider_message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "opt_out_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "opt_out_reviews" (
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "said_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "opt_out_reviews_pkey" PRIMARY KEY ("owner_id","phone_key")
);

CREATE TABLE "opt_out_settings" (
    "owner_id" INTEGER NOT NULL,
    "confirms" BOOLEAN NOT NULL DEFAULT true,
    "makes_tasks" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "opt_out_settings_pkey" PRIMARY KEY ("owner_id")
);

CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "credits_used" INTEGER NOT NULL DEFAULT 0,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "events_pkey" PRIMARY KEY ("owner_id","occurred_at","id")
);

CREATE TABLE "event_hours" (
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "hour" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "events" INTEGER NOT NULL,
    "quantity" BIGINT NOT NULL,
    "credits_used" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3),
    "last_at" TIMESTAMPTZ(3),
    CONSTRAINT "event_hours_pkey" PRIMARY KEY ("owner_id","day","hour","event_type","subject")
);

CREATE TABLE "event_rollup" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "through" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "event_rollup_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "suggestion_sets" (
    "conversation_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "message_id" INTEGER NOT NULL,
    "suggestions" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "suggestion_sets_pkey" PRIMARY KEY ("conversation_id")
);

CREATE TABLE "suggestion_days" (
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "suggestion_days_pkey" PRIMARY KEY ("owner_id","day")
);

CREATE TABLE "duty_runs" (
    "name" TEXT NOT NULL,
    "last_run_at" TIMESTAMPTZ(3) NOT NULL,
    "last_trimmed" INTEGER NOT NULL DEFAULT 0,
    "trimmed" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "duty_runs_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "worker_heartbeats" (
    "worker_id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("worker_id")
);

CREATE TABLE "installation" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "sealed_word" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text),
    "place" TEXT,
    "beat" INTEGER NOT NULL DEFAULT 0,
    "beat_at" TIMESTAMPTZ(3),
    "stored_beat" INTEGER NOT NULL DEFAULT 0,
    "held_since" TIMESTAMPTZ(3),
    "held_because" TEXT,
    "known_until" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "factor_required_of" TEXT NOT NULL DEFAULT 'nobody',
    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "geocode_cache" (
    "service" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "geocode_cache_pkey" PRIMARY KEY ("service","address")
);

CREATE TABLE "municipality_districts" (
    "municipality_id" INTEGER NOT NULL,
    "districts" JSONB NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "municipality_districts_pkey" PRIMARY KEY ("municipality_id")
);

CREATE TABLE "service_turns" (
    "service" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "service_turns_pkey" PRIMARY KEY ("service")
);

CREATE TABLE "site_visits" (
    "site" TEXT NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,
    "holder" UUID,
    CONSTRAINT "site_visits_pkey" PRIMARY KEY ("site")
);

CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "list_id" INTEGER,
    "new_list_name" TEXT,
    "file_name" TEXT NOT NULL,
    "columns" TEXT[],
    "sheet_name" TEXT,
    "other_sheets" INTEGER NOT NULL DEFAULT 0,
    "reading" JSONB NOT NULL DEFAULT '{}',
    "row_count" INTEGER NOT NULL,
    "mapping" JSONB,
    "new_fields" JSONB NOT NULL DEFAULT '[]',
    "unread_counts" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "made_list" BOOLEAN NOT NULL DEFAULT false,
    "change_set_id" INTEGER,
    "undo_deleted" INTEGER NOT NULL DEFAULT 0,
    "undo_restored" INTEGER NOT NULL DEFAULT 0,
    "undo_kept" INTEGER NOT NULL DEFAULT 0,
    "undo_left" INTEGER NOT NULL DEFAULT 0,
    "kept_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "kept_list_id" INTEGER,
    "mode" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tag_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "status" TEXT NOT NULL DEFAULT 'uploaded',
    "next_row" INTEGER NOT NULL DEFAULT 0,
    "created_count" INTEGER NOT NULL DEFAULT 0,
    "existing_count" INTEGER NOT NULL DEFAULT 0,
    "refused_count" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT,
    "stop_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_chunks" (
    "import_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "first_row" INTEGER NOT NULL,
    "rows" TEXT NOT NULL,
    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("import_id","first_row")
);

CREATE TABLE "import_refusals" (
    "import_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "imported" BOOLEAN NOT NULL DEFAULT false,
    "cells" TEXT[],
    CONSTRAINT "import_refusals_pkey" PRIMARY KEY ("import_id","line")
);

CREATE TABLE "registry_imports" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "folder" TEXT NOT NULL,
    "download" BOOLEAN NOT NULL DEFAULT false,
    "downloaded" BIGINT,
    "download_size" BIGINT,
    "downloaded_at" TIMESTAMPTZ(3),
    "with_partners" BOOLEAN NOT NULL DEFAULT false,
    "min_rows" BIGINT NOT NULL DEFAULT 0,
    "max_change_percent" INTEGER,
    "expected_cnpjs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "allow_older" BOOLEAN NOT NULL DEFAULT false,
    "dry_run" BOOLEAN NOT NULL DEFAULT false,
    "changes" JSONB,
    "month" TEXT,
    "status" TEXT NOT NULL DEFAULT 'processing',
    "served" TEXT,
    "step" TEXT NOT NULL DEFAULT 'download',
    "note" TEXT,
    "establishments" BIGINT,
    "misplaced" BIGINT,
    "served_at" TIMESTAMPTZ(3),
    "stop_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "registry_imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "registry_import_files" (
    "import_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "read_bytes" BIGINT NOT NULL DEFAULT 0,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "refused" BIGINT NOT NULL DEFAULT 0,
    "completed" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "registry_import_files_pkey" PRIMARY KEY ("import_id","name")
);

CREATE TABLE "registry_refusals" (
    "id" BIGSERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "file" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "line" TEXT NOT NULL,
    CONSTRAINT "registry_refusals_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "registry_choices" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "shows_partners" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "registry_choices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "whatsapp_templates" (
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "quality" TEXT,
    "reason" TEXT,
    "content" JSONB,
    "unusable" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "whatsapp_templates_pkey" PRIMARY KEY ("owner_id","instance_id","name","language")
);

CREATE TABLE "opt_ins" (
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "note" TEXT,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "opt_ins_pkey" PRIMARY KEY ("owner_id","phone_key")
);

CREATE TABLE "message_prices" (
    "id" SERIAL NOT NULL,
    "category" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "micros" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "confirmed" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "message_prices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "message_charges" (
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "billable" BOOLEAN NOT NULL,
    "pricing_model" TEXT,
    "kind" TEXT,
    "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "message_charges_pkey" PRIMARY KEY ("instance_id","provider_message_id")
);

CREATE TABLE "notes" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "pinned_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    CONSTRAINT "notes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "lead_contacts" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "name" TEXT,
    "role" TEXT,
    "phone" TEXT,
    "whatsapp" TEXT,
    "phone_key" TEXT,
    "email" TEXT,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_contacts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tasks" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER,
    "what" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'other',
    "due_on" DATE NOT NULL,
    "due_time" TIME(0),
    "reminded_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "erasure_key" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "sealed_key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "files" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "erasure_key_pkey" PRIMARY KEY ("id")
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
    CONSTRAINT "privacy_requests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "erased_keys" (
    "owner_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "request_id" INTEGER NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "also" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "wrote_again" INTEGER NOT NULL DEFAULT 0,
    "wrote_again_at" TIMESTAMPTZ(3),
    CONSTRAINT "erased_keys_pkey" PRIMARY KEY ("owner_id","hash")
);
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");
CREATE INDEX "api_tokens_owner_id_idx" ON "api_tokens"("owner_id");
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
CREATE INDEX "webhook_endpoints_owner_id_idx" ON "webhook_endpoints"("owner_id");
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id" DESC);
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");
CREATE INDEX "mails_user_id_created_at_idx" ON "mails"("user_id", "created_at");
CREATE INDEX "mails_created_at_idx" ON "mails"("created_at");
CREATE INDEX "billings_user_id_created_at_idx" ON "billings"("user_id", "created_at" DESC);
CREATE INDEX "billings_stripe_customer_id_idx" ON "billings"("stripe_customer_id");
CREATE INDEX "billings_stripe_subscription_id_idx" ON "billings"("stripe_subscription_id");
CREATE INDEX "billing_customers_user_id_idx" ON "billing_customers"("user_id");
CREATE INDEX "billing_invoices_user_id_created_at_idx" ON "billing_invoices"("user_id", "created_at" DESC);
CREATE INDEX "billing_invoices_billing_id_idx" ON "billing_invoices"("billing_id");
CREATE INDEX "billing_invoices_payment_intent_idx" ON "billing_invoices"("payment_intent");
CREATE INDEX "billing_invoices_paid_at_idx" ON "billing_invoices"("paid_at");
CREATE UNIQUE INDEX "billing_events_event_id_key" ON "billing_events"("event_id");
CREATE INDEX "billing_events_received_at_idx" ON "billing_events"("received_at");
CREATE UNIQUE INDEX "billing_orders_kind_subscription_id_key" ON "billing_orders"("kind", "subscription_id");
CREATE UNIQUE INDEX "billing_unread_events_sha256_key" ON "billing_unread_events"("sha256");
CREATE INDEX "billing_unread_events_received_at_idx" ON "billing_unread_events"("received_at");
CREATE UNIQUE INDEX "billing_alerts_kind_subject_key" ON "billing_alerts"("kind", "subject");
CREATE INDEX "leads_owner_id_site_host_idx" ON "leads"("owner_id", "site_host");
CREATE INDEX "leads_owner_id_created_at_id_idx" ON "leads"("owner_id", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "leads_owner_id_id_key" ON "leads"("owner_id", "id");
CREATE INDEX "site_checks_owner_id_queued_at_lead_id_idx" ON "site_checks"("owner_id", "queued_at", "lead_id");
CREATE INDEX "account_actions_owner_id_id_idx" ON "account_actions"("owner_id", "id" DESC);
CREATE INDEX "account_actions_occurred_at_idx" ON "account_actions"("occurred_at");
CREATE INDEX "account_deletions_owner_id_idx" ON "account_deletions"("owner_id");
CREATE INDEX "account_exports_owner_id_id_idx" ON "account_exports"("owner_id", "id" DESC);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_owner_id_idx" ON "passkeys"("owner_id");
CREATE INDEX "passkey_answers_owner_id_idx" ON "passkey_answers"("owner_id");
CREATE INDEX "passkey_answers_expires_at_idx" ON "passkey_answers"("expires_at");
CREATE UNIQUE INDEX "identities_issuer_subject_key" ON "identities"("issuer", "subject");
CREATE UNIQUE INDEX "identities_user_id_provider_key" ON "identities"("user_id", "provider");
CREATE INDEX "sign_in_attempts_expires_at_idx" ON "sign_in_attempts"("expires_at");
CREATE INDEX "sign_in_attempts_user_id_idx" ON "sign_in_attempts"("user_id");
CREATE INDEX "lead_deletions_deleted_at_idx" ON "lead_deletions"("deleted_at");
CREATE UNIQUE INDEX "lead_deletions_owner_id_id_key" ON "lead_deletions"("owner_id", "id");
CREATE INDEX "lead_change_sets_expires_at_idx" ON "lead_change_sets"("expires_at");
CREATE UNIQUE INDEX "lead_change_sets_owner_id_id_key" ON "lead_change_sets"("owner_id", "id");
CREATE INDEX "lead_changes_set_id_id_idx" ON "lead_changes"("set_id", "id");
CREATE INDEX "lead_merges_owner_id_survivor_id_id_idx" ON "lead_merges"("owner_id", "survivor_id", "id");
CREATE UNIQUE INDEX "lead_merges_owner_id_id_key" ON "lead_merges"("owner_id", "id");
CREATE INDEX "merged_leads_owner_id_merge_id_idx" ON "merged_leads"("owner_id", "merge_id");
CREATE INDEX "distinct_leads_owner_id_high_id_idx" ON "distinct_leads"("owner_id", "high_id");
CREATE INDEX "lead_events_lead_id_id_idx" ON "lead_events"("lead_id", "id" DESC);
CREATE INDEX "lists_owner_id_created_at_idx" ON "lists"("owner_id", "created_at" DESC);
CREATE UNIQUE INDEX "lists_owner_id_id_key" ON "lists"("owner_id", "id");
CREATE INDEX "list_leads_lead_id_list_id_idx" ON "list_leads"("lead_id", "list_id");
CREATE INDEX "searches_owner_id_list_id_idx" ON "searches"("owner_id", "list_id");
CREATE INDEX "searches_owner_id_radar_id_idx" ON "searches"("owner_id", "radar_id");
CREATE INDEX "searches_owner_id_created_at_idx" ON "searches"("owner_id", "created_at" DESC);
CREATE UNIQUE INDEX "searches_owner_id_id_key" ON "searches"("owner_id", "id");
CREATE INDEX "search_results_search_id_outcome_idx" ON "search_results"("search_id", "outcome");
CREATE INDEX "search_results_owner_id_lead_id_idx" ON "search_results"("owner_id", "lead_id");
CREATE UNIQUE INDEX "search_results_search_id_result_key_key" ON "search_results"("search_id", "result_key");
CREATE INDEX "radars_owner_id_list_id_idx" ON "radars"("owner_id", "list_id");
CREATE UNIQUE INDEX "radars_owner_id_id_key" ON "radars"("owner_id", "id");
CREATE INDEX "radar_runs_owner_id_radar_id_idx" ON "radar_runs"("owner_id", "radar_id");
CREATE INDEX "radar_runs_owner_id_search_id_idx" ON "radar_runs"("owner_id", "search_id");
CREATE UNIQUE INDEX "radar_runs_owner_id_id_key" ON "radar_runs"("owner_id", "id");
CREATE UNIQUE INDEX "radar_runs_radar_id_import_id_key" ON "radar_runs"("radar_id", "import_id");
CREATE INDEX "radar_findings_owner_id_run_id_idx" ON "radar_findings"("owner_id", "run_id");
CREATE INDEX "radar_findings_owner_id_radar_id_id_idx" ON "radar_findings"("owner_id", "radar_id", "id" DESC);
CREATE INDEX "radar_findings_owner_id_search_id_idx" ON "radar_findings"("owner_id", "search_id");
CREATE UNIQUE INDEX "radar_findings_radar_id_key_change_mark_key" ON "radar_findings"("radar_id", "key", "change", "mark");
CREATE UNIQUE INDEX "radar_findings_owner_id_id_key" ON "radar_findings"("owner_id", "id");
CREATE INDEX "credit_entries_owner_id_day_idx" ON "credit_entries"("owner_id", "day");
CREATE UNIQUE INDEX "credit_entries_owner_id_lead_id_key" ON "credit_entries"("owner_id", "lead_id");
CREATE UNIQUE INDEX "credit_reservations_owner_id_search_id_key" ON "credit_reservations"("owner_id", "search_id");
CREATE UNIQUE INDEX "whatsapp_instances_owner_id_key" ON "whatsapp_instances"("owner_id");
CREATE UNIQUE INDEX "whatsapp_instances_provider_ref_key" ON "whatsapp_instances"("provider_ref");
CREATE UNIQUE INDEX "whatsapp_instances_webhook_hash_key" ON "whatsapp_instances"("webhook_hash");
CREATE UNIQUE INDEX "whatsapp_instances_former_webhook_hash_key" ON "whatsapp_instances"("former_webhook_hash");
CREATE INDEX "whatsapp_instances_provider_looked_at_idx" ON "whatsapp_instances"("provider", "looked_at");
CREATE INDEX "whatsapp_instances_account_ref_idx" ON "whatsapp_instances"("account_ref");
CREATE UNIQUE INDEX "whatsapp_instances_owner_id_id_key" ON "whatsapp_instances"("owner_id", "id");
CREATE UNIQUE INDEX "whatsapp_sockets_owner_id_id_key" ON "whatsapp_sockets"("owner_id", "id");
CREATE INDEX "whatsapp_auth_keys_owner_id_instance_id_idx" ON "whatsapp_auth_keys"("owner_id", "instance_id");
CREATE INDEX "whatsapp_commands_created_at_idx" ON "whatsapp_commands"("created_at");
CREATE UNIQUE INDEX "whatsapp_commands_instance_id_key_key" ON "whatsapp_commands"("instance_id", "key");
CREATE INDEX "webhook_dead_letters_owner_id_instance_id_id_idx" ON "webhook_dead_letters"("owner_id", "instance_id", "id" DESC);
CREATE INDEX "webhook_dead_letters_received_at_idx" ON "webhook_dead_letters"("received_at");
CREATE UNIQUE INDEX "conversations_owner_id_phone_key_key" ON "conversations"("owner_id", "phone_key");
CREATE UNIQUE INDEX "conversations_owner_id_id_key" ON "conversations"("owner_id", "id");
CREATE INDEX "messages_conversation_id_sent_at_id_idx" ON "messages"("conversation_id", "sent_at" DESC, "id" DESC);
CREATE INDEX "messages_owner_id_direction_sent_at_idx" ON "messages"("owner_id", "direction", "sent_at");
CREATE UNIQUE INDEX "messages_instance_id_provider_message_id_key" ON "messages"("instance_id", "provider_message_id");
CREATE UNIQUE INDEX "message_media_message_id_key" ON "message_media"("message_id");
CREATE INDEX "message_media_owner_id_idx" ON "message_media"("owner_id");
CREATE INDEX "media_removals_due_at_idx" ON "media_removals"("due_at");
CREATE UNIQUE INDEX "whatsapp_contacts_owner_id_phone_key_key" ON "whatsapp_contacts"("owner_id", "phone_key");
CREATE INDEX "checked_numbers_checked_at_idx" ON "checked_numbers"("checked_at");
CREATE INDEX "whatsapp_restrictions_owner_id_started_at_idx" ON "whatsapp_restrictions"("owner_id", "started_at" DESC);
CREATE INDEX "whatsapp_gaps_owner_id_until_at_idx" ON "whatsapp_gaps"("owner_id", "until_at" DESC);
CREATE INDEX "whatsapp_gaps_until_at_idx" ON "whatsapp_gaps"("until_at");
CREATE INDEX "scheduled_messages_owner_id_conversation_id_idx" ON "scheduled_messages"("owner_id", "conversation_id");
CREATE UNIQUE INDEX "scheduled_messages_owner_id_id_key" ON "scheduled_messages"("owner_id", "id");
CREATE UNIQUE INDEX "canned_answers_owner_id_shortcut_key" ON "canned_answers"("owner_id", "shortcut");
CREATE UNIQUE INDEX "stages_owner_id_id_key" ON "stages"("owner_id", "id");
CREATE UNIQUE INDEX "stages_owner_id_position_key" ON "stages"("owner_id", "position");
CREATE UNIQUE INDEX "tags_owner_id_id_key" ON "tags"("owner_id", "id");
CREATE INDEX "lead_tags_lead_id_idx" ON "lead_tags"("lead_id", "tag_id");
CREATE UNIQUE INDEX "own_fields_owner_id_id_key" ON "own_fields"("owner_id", "id");
CREATE UNIQUE INDEX "loss_reasons_owner_id_id_key" ON "loss_reasons"("owner_id", "id");
CREATE UNIQUE INDEX "lead_views_owner_id_name_key" ON "lead_views"("owner_id", "name");
CREATE UNIQUE INDEX "sends_chat_message_id_key" ON "sends"("chat_message_id");
CREATE UNIQUE INDEX "sends_recipient_id_key" ON "sends"("recipient_id");
CREATE INDEX "sends_asked_at_idx" ON "sends"("asked_at");
CREATE UNIQUE INDEX "sends_instance_id_message_id_key" ON "sends"("instance_id", "message_id");
CREATE INDEX "early_receipts_created_at_idx" ON "early_receipts"("created_at");
CREATE INDEX "early_changes_created_at_idx" ON "early_changes"("created_at");
CREATE INDEX "early_changes_phone_key_idx" ON "early_changes"("phone_key");
CREATE INDEX "message_reactions_phone_key_idx" ON "message_reactions"("phone_key");
CREATE INDEX "campaigns_owner_id_created_at_idx" ON "campaigns"("owner_id", "created_at" DESC);
CREATE INDEX "campaigns_next_run_at_idx" ON "campaigns"("next_run_at");
CREATE UNIQUE INDEX "campaigns_owner_id_id_key" ON "campaigns"("owner_id", "id");
CREATE UNIQUE INDEX "campaigns_owner_id_number_key" ON "campaigns"("owner_id", "number");
CREATE UNIQUE INDEX "campaign_runs_campaign_id_scheduled_for_key" ON "campaign_runs"("campaign_id", "scheduled_for");
CREATE UNIQUE INDEX "campaign_runs_owner_id_id_key" ON "campaign_runs"("owner_id", "id");
CREATE INDEX "campaign_recipients_run_id_state_id_idx" ON "campaign_recipients"("run_id", "state", "id");
CREATE INDEX "campaign_recipients_owner_id_phone_key_idx" ON "campaign_recipients"("owner_id", "phone_key");
CREATE INDEX "campaign_recipients_owner_id_lead_id_idx" ON "campaign_recipients"("owner_id", "lead_id");
CREATE UNIQUE INDEX "campaign_recipients_run_id_phone_key_step_key" ON "campaign_recipients"("run_id", "phone_key", "step");
CREATE UNIQUE INDEX "new_chat_quotas_owner_id_instance_id_key" ON "new_chat_quotas"("owner_id", "instance_id");
CREATE UNIQUE INDEX "opt_outs_owner_id_id_key" ON "opt_outs"("owner_id", "id");
CREATE INDEX "opt_out_events_owner_id_phone_key_created_at_idx" ON "opt_out_events"("owner_id", "phone_key", "created_at");
CREATE UNIQUE INDEX "opt_out_events_owner_id_provider_message_id_kind_key" ON "opt_out_events"("owner_id", "provider_message_id", "kind");
CREATE INDEX "events_type_idx" ON "events"("owner_id", "event_type", "occurred_at", "id");
CREATE INDEX "suggestion_sets_owner_id_idx" ON "suggestion_sets"("owner_id");
CREATE INDEX "geocode_cache_fetched_at_idx" ON "geocode_cache"("fetched_at");
CREATE INDEX "imports_owner_id_created_at_idx" ON "imports"("owner_id", "created_at" DESC);
CREATE UNIQUE INDEX "imports_owner_id_id_key" ON "imports"("owner_id", "id");
CREATE UNIQUE INDEX "registry_imports_served_key" ON "registry_imports"("served");
CREATE INDEX "registry_refusals_import_id_idx" ON "registry_refusals"("import_id");
CREATE UNIQUE INDEX "message_prices_category_country_since_key" ON "message_prices"("category", "country", "since");
CREATE INDEX "message_charges_owner_id_provider_message_id_idx" ON "message_charges"("owner_id", "provider_message_id");
CREATE INDEX "notes_owner_id_lead_id_created_at_id_idx" ON "notes"("owner_id", "lead_id", "created_at" DESC, "id" DESC);
CREATE INDEX "lead_contacts_owner_id_lead_id_id_idx" ON "lead_contacts"("owner_id", "lead_id", "id");
CREATE UNIQUE INDEX "privacy_requests_uid_key" ON "privacy_requests"("uid");
CREATE UNIQUE INDEX "privacy_requests_owner_id_id_key" ON "privacy_requests"("owner_id", "id");
CREATE INDEX "erased_keys_owner_id_request_id_idx" ON "erased_keys"("owner_id", "request_id");

-- What the schema cannot say of the tables of prisma/schema/accounts.prisma.

-- The ledger is append-only; only the deletion of a whole account takes its rows along, at once or in batches.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (
    NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = OLD."owner_id")
    OR EXISTS (SELECT 1 FROM "account_deletions" WHERE "owner_id" = OLD."owner_id"
               AND "started_at" IS NOT NULL AND "completed_at" IS NULL)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'credit_entries is append-only';
END $$;

CREATE FUNCTION add_stages_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_first_stages(NEW."id");
  RETURN NULL;
END $$;

-- A record that an administrator wrote may name a subscription that nothing was read of yet: it would charge for ever.
-- Whether it exists is found out by the order. One that another account has, or was given later, is not this one's.
CREATE FUNCTION order_cancellation_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing_orders (kind, user_id, subscription_id, reason, is_known)
  SELECT 'cancel', OLD.id, b.stripe_subscription_id, 'account_closed', b.source = 'stripe' FROM billings b
  WHERE b.user_id = OLD.id AND b.status <> 'canceled' AND b.is_pro
    AND (b.source = 'stripe' OR starts_with(b.stripe_subscription_id, 'sub_') AND NOT EXISTS (
      SELECT 1 FROM billings o
      WHERE o.stripe_subscription_id = b.stripe_subscription_id AND o.user_id <> b.user_id
        AND (o.source = 'stripe' OR o.id > b.id)))
  ORDER BY b.source DESC, b.id
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;

ALTER TABLE credit_reservations
  ADD CONSTRAINT credit_reservations_amount_check CHECK (amount >= 0);

ALTER TABLE users
  ADD CONSTRAINT users_daily_limit_check CHECK (daily_limit >= 0),
  ADD CONSTRAINT users_erased_check CHECK (erased_at IS NULL OR (
    NOT is_active AND deletion_at IS NULL AND name = '' AND password_hash = ''
    AND email = 'erased-' || id || '@account.invalid'
    AND num_nonnulls(whatsapp, conversion_objective, business_name, business_description, website) = 0)),
  ADD CONSTRAINT users_plan_check CHECK (plan IN ('free', 'paid', 'pro'));

ALTER TABLE known_networks
  ADD CONSTRAINT known_networks_network_check CHECK (((length(network) >= 1) AND (length(network) <= 60)));

ALTER TABLE passkeys
  ADD CONSTRAINT passkeys_counter_check CHECK (counter BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT passkeys_name_check CHECK (char_length(name) BETWEEN 1 AND 60);

ALTER TABLE identities
  ADD CONSTRAINT identities_provider_check CHECK (provider IN ('google', 'microsoft', 'oidc')),
  ADD CONSTRAINT identities_size_check CHECK (
    length(issuer) <= 500 AND length(subject) BETWEEN 1 AND 255 AND length(email) <= 254);

ALTER TABLE credit_entries
  ADD CONSTRAINT credit_entries_amount_check CHECK (amount > 0);

ALTER TABLE sign_in_attempts
  ADD CONSTRAINT sign_in_attempts_code_check CHECK (step <> 'code' OR user_id IS NOT NULL),
  ADD CONSTRAINT sign_in_attempts_link_check CHECK (session_id IS NULL OR user_id IS NOT NULL),
  ADD CONSTRAINT sign_in_attempts_provider_check CHECK (provider IN ('google', 'microsoft', 'oidc')),
  ADD CONSTRAINT sign_in_attempts_known_check CHECK (
    step IN ('issuer', 'returned') OR (issuer IS NOT NULL AND subject IS NOT NULL AND email IS NOT NULL)),
  ADD CONSTRAINT sign_in_attempts_step_check CHECK (step IN ('issuer', 'returned', 'code', 'password', 'registration'));

ALTER TABLE credit_days
  -- No concurrency may spend below zero.
  ADD CONSTRAINT credit_days_balance_check CHECK (used >= 0 AND reserved >= 0 AND (daily_limit IS NULL OR used + reserved <= daily_limit));

CREATE UNIQUE INDEX users_email_lower_key ON users (lower(email));

CREATE UNIQUE INDEX identities_one_required ON identities(user_id) WHERE is_required;

CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER users_cancel_subscriptions BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION order_cancellation_of_deleted_account();

CREATE TRIGGER users_add_stages AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION add_stages_of_account();

-- Ids 1 to 4 are never given to somebody who registers: 4 is the administrator.
ALTER SEQUENCE users_id_seq RESTART WITH 5;

-- What the schema cannot say of the tables of prisma/schema/billing.prisma.

ALTER TABLE billing_orders
  ADD CONSTRAINT billing_orders_reason_check CHECK (reason IN ('account_closed', 'duplicate', 'ended', 'second_subscription', 'taken_back')),
  ADD CONSTRAINT billing_orders_outcome_check CHECK (done_at IS NULL OR failed_at IS NULL),
  -- Orders that are over may be older than this rule.
  ADD CONSTRAINT billing_orders_refund_check CHECK (kind = 'cancel' OR payment_intent IS NOT NULL AND reason = 'duplicate'
    OR done_at IS NOT NULL OR failed_at IS NOT NULL),
  ADD CONSTRAINT billing_orders_attempts_check CHECK (attempts BETWEEN 0 AND 10),
  ADD CONSTRAINT billing_orders_kind_check CHECK (kind IN ('cancel', 'refund'));

ALTER TABLE billings
  ADD CONSTRAINT billings_provider_ids_check CHECK (source = 'admin' OR (stripe_customer_id IS NOT NULL AND stripe_subscription_id IS NOT NULL)),
  ADD CONSTRAINT billings_price_cents_check CHECK (price_cents >= 0),
  ADD CONSTRAINT billings_pro_until_check CHECK (gives_pro OR pro_until IS NULL),
  ADD CONSTRAINT billings_period_check CHECK (current_period_end >= start_date),
  ADD CONSTRAINT billings_is_pro_check CHECK (is_pro OR NOT (gives_pro OR can_charge)),
  ADD CONSTRAINT billings_status_check CHECK (status IN ('active', 'canceled', 'past_due', 'unpaid', 'trial', 'incomplete', 'paused')),
  ADD CONSTRAINT billings_source_check CHECK (source IN ('admin', 'stripe'));

ALTER TABLE billing_accounts
  ADD CONSTRAINT billing_accounts_applied_check CHECK (applied_no <= sync_no);

ALTER TABLE billing_events
  ADD CONSTRAINT billing_events_state_check CHECK (state IN ('unmatched', 'pending', 'done', 'failed', 'ignored')),
  ADD CONSTRAINT billing_events_attempts_check CHECK (attempts BETWEEN 0 AND 10),
  -- Nothing is done for nobody, and what has an account is not unmatched.
  ADD CONSTRAINT billing_events_account_check CHECK (state = 'ignored' OR (user_id IS NULL) = (state = 'unmatched'));

ALTER TABLE billing_invoices
  ADD CONSTRAINT billing_invoices_status_check CHECK (status IN ('draft', 'open', 'paid', 'uncollectible', 'void')),
  ADD CONSTRAINT billing_invoices_dispute_check CHECK (dispute IN ('open', 'lost', 'won')),
  ADD CONSTRAINT billing_invoices_refund_check CHECK (refunded_cents >= 0);

-- A subscription of the payment provider has one record; an administrator may write what they wish.
CREATE UNIQUE INDEX billings_subscription_key ON billings (stripe_subscription_id) WHERE source = 'stripe';

CREATE INDEX billings_pro_until_idx ON billings (pro_until) WHERE gives_pro;

CREATE INDEX billing_events_pending_idx ON billing_events (user_id, id) WHERE state = 'pending';

CREATE INDEX billing_events_unmatched_idx ON billing_events (id) WHERE state = 'unmatched';

CREATE INDEX billing_events_failures_idx ON billing_events (invoice_id, created_at)
  WHERE type = 'invoice.payment_failed';

CREATE INDEX billing_orders_waiting_idx ON billing_orders (id) WHERE done_at IS NULL AND failed_at IS NULL;

CREATE INDEX billing_orders_user_idx ON billing_orders (user_id);

CREATE INDEX billing_alerts_open_idx ON billing_alerts (id) WHERE resolved_at IS NULL;

CREATE UNIQUE INDEX billing_orders_refund_key ON billing_orders (payment_intent) WHERE kind = 'refund';

-- The nightly comparison finds the few ended subscriptions that still have an unpaid invoice.
CREATE INDEX billing_invoices_unpaid_idx ON billing_invoices (billing_id)
  WHERE status IN ('open', 'uncollectible');

-- What the schema cannot say of the tables of prisma/schema/campaigns.prisma.

CREATE FUNCTION skip_nameless_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE campaign_steps
  ALTER COLUMN messages SET NOT NULL;
ALTER TABLE campaigns
  ALTER COLUMN except_lead_ids SET NOT NULL,
  ALTER COLUMN lead_ids SET NOT NULL,
  ALTER COLUMN tag_ids SET NOT NULL;

ALTER TABLE campaigns
  ADD CONSTRAINT campaigns_num_leads_check CHECK (num_leads BETWEEN 1 AND 210),
  ADD CONSTRAINT campaigns_recurrence_check CHECK (recurrence IN ('none', 'daily', 'weekly', 'weekdays')),
  ADD CONSTRAINT campaigns_messages_check CHECK (cardinality(messages) BETWEEN 1 AND 10),
  ADD CONSTRAINT campaigns_legal_basis_check CHECK (legal_basis IN
    ('legitimate_interest', 'consent', 'customer')),
  ADD CONSTRAINT campaigns_templates_check CHECK (templates IS NULL
    OR jsonb_typeof(templates) = 'array' AND jsonb_array_length(templates) = cardinality(messages)
    AND jsonb_array_length(templates) <= 5);

ALTER TABLE campaign_recipients
  ADD CONSTRAINT campaign_recipients_erased_check CHECK (number <> '' OR state NOT IN ('pending', 'sending')),
  -- A message that may be on its way has its id written down.
  ADD CONSTRAINT campaign_recipients_sending_check CHECK (state <> 'sending' OR (message_id IS NOT NULL AND claimed_at IS NOT NULL AND text IS NOT NULL)),
  ADD CONSTRAINT campaign_recipients_state_check CHECK (state IN ('pending', 'sending', 'sent', 'failed', 'skipped', 'unknown')),
  ADD CONSTRAINT campaign_recipients_step_check CHECK (step BETWEEN 1 AND 5 AND (step > 1) = (due_at IS NOT NULL)),
  ADD CONSTRAINT campaign_recipients_intent_check CHECK (intent IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear')),
  ADD CONSTRAINT campaign_recipients_cause_check CHECK (cause IN
    ('no_whatsapp', 'refused', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'answered', 'lead_deleted', 'stopped',
    'unconfirmed', 'restricted', 'recent', 'held_back', 'template_refused', 'no_opt_in',
    'reacted', 'moved', 'number_changed', 'in_sequence', 'late', 'step_removed', 'plan_ended', 'erased'));

ALTER TABLE campaign_steps
  ADD CONSTRAINT campaign_steps_messages_check CHECK (cardinality(messages) BETWEEN 1 AND 10),
  ADD CONSTRAINT campaign_steps_step_check CHECK (step BETWEEN 2 AND 5),
  ADD CONSTRAINT campaign_steps_wait_days_check CHECK (wait_days BETWEEN 1 AND 30);

ALTER TABLE campaign_runs
  -- A campaign that was just started waits for a moment, in which the start can be undone.
  ADD CONSTRAINT campaign_runs_wait_cause_check CHECK (wait_cause IN
    ('person', 'guard', 'undo', 'window', 'cap', 'step', 'disconnected', 'restricted', 'templates', 'unreachable', 'passing',
    'recovering')),
  ADD CONSTRAINT campaign_runs_status_check CHECK (status IN ('pending', 'running', 'completed', 'stopped', 'error', 'missed')),
  ADD CONSTRAINT campaign_runs_kind_check CHECK (kind IN ('audience', 'failed', 'unknown'));

ALTER TABLE number_days
  ADD CONSTRAINT number_days_first_contacts_check CHECK ((first_contacts > 0));

CREATE INDEX campaign_recipients_provider_idx ON campaign_recipients (owner_id, provider_message_id)
  WHERE provider_message_id IS NOT NULL;

CREATE INDEX campaigns_deleted_at_idx ON campaigns(deleted_at) WHERE deleted_at IS NOT NULL;

-- The caps on first contacts, and the share of failures among the latest messages.
CREATE INDEX campaign_recipients_first_contacts_idx ON campaign_recipients (owner_id, claimed_at)
  WHERE first_contact;

CREATE INDEX campaign_recipients_settled_idx ON campaign_recipients (owner_id, settled_at DESC)
  WHERE state IN ('sent', 'failed');

-- The answers of a day, by campaign.
CREATE INDEX campaign_recipients_answered_idx ON campaign_recipients (owner_id, answered_at)
  WHERE answered_at IS NOT NULL;

-- What the caps of a number count.
CREATE INDEX campaign_recipients_sender_idx ON campaign_recipients (sender_key, claimed_at)
  WHERE first_contact AND sender_key IS NOT NULL;

-- A status that brings our id of a message back is looked up among those without an outcome.
CREATE INDEX campaign_recipients_open_message_idx ON campaign_recipients (owner_id, message_id)
  WHERE state IN ('sending', 'unknown');

CREATE UNIQUE INDEX campaign_recipients_one_sequence ON campaign_recipients (owner_id, phone_key)
  WHERE step > 1 AND state IN ('pending', 'sending');

-- How many follow-ups of an account are due on a day.
CREATE INDEX campaign_recipients_due_idx ON campaign_recipients (owner_id, due_at)
  WHERE step > 1 AND state = 'pending';

-- One active run per owner: the rule, not a check before an insert.
CREATE UNIQUE INDEX campaign_runs_one_active ON campaign_runs (owner_id)
  WHERE status IN ('pending', 'running') AND following_since IS NULL;

CREATE TRIGGER campaign_recipients_skip_nameless BEFORE INSERT ON campaign_recipients
  FOR EACH ROW WHEN (NEW.number = '') EXECUTE FUNCTION skip_nameless_recipient();

-- What the schema cannot say of the tables of prisma/schema/custody.prisma.

ALTER TABLE account_exports
  ADD CONSTRAINT account_exports_progress_check CHECK (progress BETWEEN 0 AND 100),
  ADD CONSTRAINT account_exports_status_check CHECK (status IN ('processing', 'ready', 'error', 'expired')),
  ADD CONSTRAINT account_exports_file_check CHECK (
    (status = 'ready') = (storage_key IS NOT NULL)
    AND (status <> 'ready' OR (bytes > 0 AND completed_at IS NOT NULL AND expires_at > completed_at))),
  ADD CONSTRAINT account_exports_attempts_check CHECK (attempts BETWEEN 0 AND 8);

ALTER TABLE account_deletions
  ADD CONSTRAINT account_deletions_cancelled_check CHECK (cancelled_at IS NULL OR started_at IS NULL),
  ADD CONSTRAINT account_deletions_completed_check CHECK (completed_at IS NULL OR started_at IS NOT NULL),
  ADD CONSTRAINT account_deletions_due_check CHECK (due_at > requested_at),
  ADD CONSTRAINT account_deletions_started_check CHECK (started_at >= due_at),
  ADD CONSTRAINT account_deletions_attempts_check CHECK (attempts BETWEEN 0 AND 8);

CREATE UNIQUE INDEX account_deletions_one_open ON account_deletions(owner_id)
  WHERE cancelled_at IS NULL AND completed_at IS NULL;

CREATE UNIQUE INDEX account_exports_one_running ON account_exports(owner_id) WHERE status = 'processing';

CREATE UNIQUE INDEX account_exports_one_a_day ON account_exports(owner_id, requested_on) WHERE status <> 'error';

-- What the schema cannot say of the tables of prisma/schema/discovery.prisma.

ALTER TABLE search_results
  ADD CONSTRAINT search_results_outcome_check CHECK (outcome IN ('pending', 'created', 'linked', 'left_out', 'empty', 'failed', 'not_visited', 'elsewhere')),
  ADD CONSTRAINT search_results_company_check CHECK ((outcome = 'elsewhere') = (company IS NOT NULL) AND octet_length(company::text) <= 50000);

ALTER TABLE searches
  ADD CONSTRAINT searches_advanced_check CHECK (advanced IS NULL OR kind = 'maps' AND jsonb_typeof(advanced) = 'object' AND octet_length(advanced::text) <= 20000),
  ADD CONSTRAINT searches_other_cities_check CHECK (NOT other_cities OR kind = 'pages'),
  -- Companies of the registry are saved as leads by a search of its own kind, into a list that may exist already.
  ADD CONSTRAINT searches_kind_check CHECK (
    (kind = 'pages' AND city IS NOT NULL AND state IS NOT NULL) OR
    (kind = 'maps' AND radius_km > 0 AND latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180) OR
    kind = 'receita'
),
  ADD CONSTRAINT searches_status_check CHECK (status IN ('processing', 'completed', 'error')),
  ADD CONSTRAINT searches_credit_limit_check CHECK (credit_limit >= 0);

CREATE INDEX searches_processing_idx ON searches (lease_until) WHERE status = 'processing';

-- A place that this owner already keeps as a lead.
CREATE INDEX search_results_kept_place_idx ON search_results (owner_id, result_key)
  WHERE place IS NOT NULL AND lead_id IS NOT NULL;

-- How many of one owner's searches are being worked on.
CREATE INDEX searches_owner_processing_idx ON searches (owner_id, lease_until) WHERE status = 'processing';

-- What the schema cannot say of the tables of prisma/schema/integrations.prisma.

-- What happened, append-only, one partition per month, so that old months are dropped and not deleted row by row. What
-- falls outside the months that exist goes to events_other, until its month is made. The schema knows the columns alone.
DROP TABLE events;
CREATE TABLE events (
  id bigint GENERATED BY DEFAULT AS IDENTITY,
  owner_id integer NOT NULL,
  event_type text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  credits_used integer NOT NULL DEFAULT 0,
  -- How many things one event is about: the leads of an import, say.
  quantity integer NOT NULL DEFAULT 1 CHECK (quantity >= 0),
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (owner_id, occurred_at, id)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX events_type_idx ON events (owner_id, event_type, occurred_at, id);
-- For the roll-up, which reads every owner's last hour.
CREATE INDEX events_occurred_idx ON events USING brin (occurred_at);
CREATE TABLE events_other PARTITION OF events DEFAULT;

-- Events are never changed, but for the names in them that an erasure takes out.
CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('garimpo.erasing', true) = 'on' AND to_jsonb(NEW) - 'metadata' = to_jsonb(OLD) - 'metadata' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Events are never changed.';
END $$;

-- Drops the months that ended before `day`. Returns how many.
CREATE FUNCTION drop_event_months(day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  name text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('event months'));
  FOR name IN
    SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
    WHERE inhparent = 'events'::regclass AND relname ~ '^events_\d{4}_\d{2}$'
      AND to_date(substr(relname, 8), 'YYYY_MM') + interval '1 month' <= day
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- Makes the partition of the month of `day`, in UTC, and moves into it what waits in "events_other".
CREATE FUNCTION create_event_month(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', day);
  starts timestamptz := month AT TIME ZONE 'UTC';
  ends timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
  name text := 'events_' || to_char(month, 'YYYY_MM');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('event months'));
  IF to_regclass(quote_ident(name)) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
  EXECUTE format('WITH moved AS (DELETE FROM events_other WHERE occurred_at >= %L AND occurred_at < %L RETURNING *)
                  INSERT INTO %I SELECT * FROM moved', starts, ends, name);
  EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, starts, ends);
END $$;

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE webhook_endpoints
  ALTER COLUMN events SET NOT NULL;

ALTER TABLE webhook_endpoints
  -- Only what is switched off has a reason, and a person's own decision needs none.
  ADD CONSTRAINT webhook_endpoints_disabled_check CHECK (
    disabled_reason IS NULL OR (NOT active AND disabled_reason IN ('failing', 'gone'))
    ),
  ADD CONSTRAINT webhook_endpoints_events_check CHECK (
    cardinality(events) >= 1
    AND events <@ ARRAY['lead.created', 'lead.answered', 'lead.opted_out', 'lead.stage_changed', 'lead.merged',
    'campaign.finished', 'search.finished', 'message.received', 'task.due']
    ),
  ADD CONSTRAINT webhook_endpoints_url_check CHECK (length(url) BETWEEN 1 AND 1000);

ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_attempts_check CHECK (attempts BETWEEN 0 AND 10),
  ADD CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('waiting', 'delivered', 'failed'));

ALTER TABLE event_hours
  ADD CONSTRAINT event_hours_hour_check CHECK (hour BETWEEN 0 AND 23);

ALTER TABLE event_rollup
  ADD CONSTRAINT event_rollup_id_check CHECK (id);

CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (endpoint_id) WHERE state = 'waiting';

CREATE INDEX webhook_deliveries_active_idx ON webhook_deliveries (owner_id, id) WHERE state = 'waiting';

CREATE INDEX webhook_deliveries_held_idx ON webhook_deliveries (owner_id)
  WHERE state = 'waiting' AND lease_until IS NOT NULL;

CREATE TRIGGER events_unchanged BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_event_change();

SELECT create_event_month((date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => n))::date)
  FROM generate_series(0, 3) AS n;
-- Nothing has happened before.
INSERT INTO event_rollup (through) VALUES (date_trunc('hour', now()));

-- What the schema cannot say of the tables of prisma/schema/leads.prisma.

-- How many leads an owner has in each status and stage, and what they are worth: the count, and the changes nobody has
-- added to it yet. Writers only append, so no two of them wait for each other; readers add both up.
CREATE TABLE lead_counts (
  owner_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  status text NOT NULL,
  stage_id integer NOT NULL,
  count bigint NOT NULL,
  value_cents numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_id, status, stage_id)
);
CREATE TABLE lead_count_changes (
  id bigserial PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  status text NOT NULL,
  stage_id integer NOT NULL,
  change bigint NOT NULL,
  value_cents numeric NOT NULL DEFAULT 0
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

CREATE FUNCTION count_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", count(*), coalesce(sum("value_cents"), 0) FROM inserted
    GROUP BY "owner_id", "status", "stage_id";
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

CREATE FUNCTION note_new_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids FROM after GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;

CREATE FUNCTION count_deleted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The leads of a whole account that is being deleted are counted no more.
  INSERT INTO "lead_count_changes" ("owner_id", "status", "stage_id", "change", "value_cents")
    SELECT "owner_id", "status", "stage_id", -count(*), -coalesce(sum("value_cents"), 0) FROM deleted
    WHERE EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = deleted."owner_id")
    GROUP BY "owner_id", "status", "stage_id";
  RETURN NULL;
END $$;

CREATE FUNCTION note_old_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids FROM before GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;

-- However a status or a stage changes, the lead's history and the counts know.
CREATE FUNCTION record_lead_status() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Adds the changes to the counts, unless another transaction is doing so: it never waits.
CREATE FUNCTION fold_lead_counts(owner integer) RETURNS void LANGUAGE plpgsql AS $$
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
                          lead."obs", lead."phone_key", translate(lead."phone", ' ()-+./', ''), lead."contact_name", others))
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

-- What the schema cannot say of the tables of prisma/schema/messaging.prisma.

-- Whatever deletes a row, a cascade from its user too, leaves its file to be removed.
CREATE FUNCTION note_media_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removals (storage_key) VALUES (OLD.storage_key) ON CONFLICT (storage_key) DO NOTHING;
  RETURN NULL;
END $$;

-- The order of the address book, those without a name last; the index alone counts the pages off.
ALTER TABLE whatsapp_contacts
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (coalesce(sort_form(name), U&'\FFFF')) STORED,
  -- Digits and the key without the ninth digit, so that every spelling of a number finds its contact.
  ADD COLUMN search_text text GENERATED ALWAYS AS
    (search_form(coalesce(name, '') || ' ' || coalesce(number, '') || ' ' || phone_key || ' ' || coalesce(username, ''))) STORED;

-- A conversation is searched by its names and number, prepared once instead of at every search.
ALTER TABLE conversations
  ADD COLUMN search_text text GENERATED ALWAYS AS
    (search_form(coalesce(name, '') || ' ' || phone_key || ' ' || coalesce(username, ''))) STORED;

ALTER TABLE scheduled_messages
  ADD CONSTRAINT scheduled_messages_state_check CHECK (state IN ('scheduled', 'sent', 'answered', 'failed')),
  ADD CONSTRAINT scheduled_messages_settled_check CHECK ((settled_at IS NULL) = (state = 'scheduled')),
  ADD CONSTRAINT scheduled_messages_content_check CHECK (length(content) BETWEEN 1 AND 8000);

ALTER TABLE whatsapp_gaps
  ADD CONSTRAINT whatsapp_gaps_times_check CHECK (from_at <= until_at),
  ADD CONSTRAINT whatsapp_gaps_counts_check CHECK (late >= 0 AND missing >= 0),
  ADD CONSTRAINT whatsapp_gaps_kind_check CHECK (kind IN ('deaf', 'mute'));

ALTER TABLE new_chat_quotas
  ADD CONSTRAINT new_chat_quotas_told_check CHECK ((state IS NULL) = (told_at IS NULL)),
  ADD CONSTRAINT new_chat_quotas_open_check CHECK (state <> 'open' OR total > 0 AND used >= 0),
  ADD CONSTRAINT new_chat_quotas_state_check CHECK ((state = ANY (ARRAY['open'::text, 'unlimited'::text, 'capped'::text])));

ALTER TABLE whatsapp_contacts
  ADD CONSTRAINT whatsapp_contacts_username_check CHECK (length(username) BETWEEN 1 AND 100),
  ADD CONSTRAINT whatsapp_contacts_number_check CHECK (number IS NOT NULL OR strpos(phone_key, '@') > 0);

ALTER TABLE message_prices
  -- One currency, so that prices can be added up.
  ADD CONSTRAINT message_prices_currency_check CHECK (currency = 'BRL'),
  ADD CONSTRAINT message_prices_country_check CHECK (country ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT message_prices_micros_check CHECK (micros BETWEEN 0 AND 100000000),
  ADD CONSTRAINT message_prices_category_check CHECK (category IN ('MARKETING', 'UTILITY', 'AUTHENTICATION', 'SERVICE'));

ALTER TABLE whatsapp_instances
  ADD CONSTRAINT whatsapp_instances_status_check CHECK (status IN ('CONNECTED', 'CONNECTING', 'DISCONNECTED')),
  ADD CONSTRAINT whatsapp_instances_problem_check CHECK (problem IN
    ('logged_out', 'replaced', 'banned', 'outdated', 'token_refused', 'account_blocked', 'unreachable', 'passkey'));

ALTER TABLE conversations
  ADD CONSTRAINT conversations_intent_check CHECK (intent IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear')),
  ADD CONSTRAINT conversations_intent_words_check CHECK (length(intent_words) <= 200),
  ADD CONSTRAINT conversations_moved_check CHECK ((moved_from IS NULL) = (moved_at IS NULL)),
  ADD CONSTRAINT conversations_username_check CHECK (length(username) BETWEEN 1 AND 100);

ALTER TABLE canned_answers
  ADD CONSTRAINT canned_answers_shortcut_check CHECK (shortcut ~ '^[a-z0-9_-]{1,30}$'),
  ADD CONSTRAINT canned_answers_file_check CHECK (
    num_nulls(file_name, mime, bytes, storage_key) IN (0, 4) AND bytes > 0 AND length(file_name) <= 200);

ALTER TABLE message_media
  ADD CONSTRAINT message_media_stored_check CHECK ((state = 'stored') = (storage_key IS NOT NULL)),
  ADD CONSTRAINT message_media_state_check CHECK (state IN ('remote', 'pending', 'stored', 'failed', 'too_big', 'expired'));

ALTER TABLE opt_out_events
  ADD CONSTRAINT opt_out_events_kind_check CHECK (kind IN
    ('opted_out', 'returned', 'flagged', 'dismissed', 'added', 'imported', 'removed', 'confirmed'));

ALTER TABLE early_changes
  ADD CONSTRAINT early_changes_kind_check CHECK (kind IN ('edit', 'deletion'));

ALTER TABLE whatsapp_sockets
  ADD CONSTRAINT whatsapp_sockets_state_check CHECK (state IN ('closed', 'connecting', 'open'));

ALTER TABLE messages
  ADD CONSTRAINT messages_direction_check CHECK (direction IN ('in', 'out')),
  ADD CONSTRAINT messages_intent_check CHECK (intent IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear'));

ALTER TABLE portfolio_limits
  ADD CONSTRAINT portfolio_limits_daily_limit_check CHECK ((daily_limit > 0)),
  ADD CONSTRAINT portfolio_limits_told_check CHECK (told_at IS NOT NULL OR daily_limit IS NULL);

ALTER TABLE sends
  ADD CONSTRAINT sends_of_one_check CHECK (num_nonnulls(chat_message_id, recipient_id) = 1);

ALTER TABLE opt_ins
  ADD CONSTRAINT opt_ins_source_check CHECK (source = 'message' OR source ~ '^campaign:[0-9]+$');

ALTER TABLE suggestion_days
  ADD CONSTRAINT suggestion_days_calls_check CHECK ((calls >= 0));

ALTER TABLE whatsapp_templates
  -- One of words alone can be sent from here; of another it is told why not.
  ADD CONSTRAINT whatsapp_templates_content_check CHECK (num_nonnulls(content, unusable) = 1);

ALTER TABLE opt_outs
  ADD CONSTRAINT opt_outs_source_check CHECK (source IN ('reply', 'person', 'import', 'preference'));

CREATE INDEX whatsapp_contacts_name_key_idx ON whatsapp_contacts (owner_id, name_key, id);

CREATE INDEX whatsapp_contacts_search_idx ON whatsapp_contacts USING gin (owner_id, search_text gin_trgm_ops);

CREATE INDEX whatsapp_instances_contacts_due_idx ON whatsapp_instances (contacts_due_at) WHERE contacts_due_at IS NOT NULL;

CREATE INDEX messages_sending_since_idx ON messages(sending_since) WHERE sending_since IS NOT NULL;

-- The list of conversations, page after page.
CREATE INDEX conversations_latest_idx ON conversations(owner_id, last_message_at DESC, id DESC) WHERE last_message_at IS NOT NULL;

CREATE INDEX conversations_unread_idx ON conversations(owner_id, unread_count) WHERE unread_count > 0;

CREATE INDEX whatsapp_sockets_wanted_idx ON whatsapp_sockets(id) WHERE wanted;

CREATE INDEX whatsapp_commands_open_idx ON whatsapp_commands(instance_id, id) WHERE settled_at IS NULL;

CREATE INDEX message_media_pending_idx ON message_media(owner_id, id) WHERE state = 'pending';

CREATE INDEX message_media_stored_at_idx ON message_media(stored_at) WHERE state = 'stored';

CREATE INDEX messages_words_idx ON messages USING gin (owner_id, message_words(content));

-- Few rows at any time: each is read by every sweep.
CREATE INDEX opt_outs_confirm_by_idx ON opt_outs(confirm_by) WHERE confirm_by IS NOT NULL;

CREATE INDEX whatsapp_instances_log_out_due_idx ON whatsapp_instances (log_out_due_at) WHERE log_out_due_at IS NOT NULL;

-- The bytes that an owner's files take are summed from the index alone.
CREATE INDEX message_media_stored_bytes_idx ON message_media (owner_id) INCLUDE (bytes) WHERE state = 'stored';

CREATE INDEX conversations_mixed_idx ON conversations(owner_id) WHERE mixed_with IS NOT NULL;

-- Who has connected a phone.
CREATE INDEX whatsapp_instances_number_idx ON whatsapp_instances (number) WHERE number IS NOT NULL;

CREATE INDEX conversations_waiting_idx ON conversations (owner_id, waiting_since, id)
  WHERE waiting_since IS NOT NULL;

CREATE INDEX scheduled_messages_due_idx ON scheduled_messages(send_at) WHERE state = 'scheduled';

CREATE INDEX scheduled_messages_settled_idx ON scheduled_messages(settled_at) WHERE state <> 'scheduled';

-- For what deletes messages that were kept long enough, of all accounts: they come nearly in the order of their time.
CREATE INDEX messages_sent_at_brin_idx ON messages USING brin (sent_at);

-- A duty looks for those that can be mended.
CREATE INDEX opt_outs_misread_idx ON opt_outs (owner_id, phone_key) WHERE is_misread_number(phone_key);

-- What persons have said that words mean is listed; few messages are among it.
CREATE INDEX messages_intent_settled_idx ON messages (owner_id, sent_at DESC, id DESC) WHERE intent_settled;

CREATE INDEX conversations_unclear ON conversations (owner_id, waiting_since) WHERE intent = 'unclear' AND NOT intent_asked AND NOT intent_settled AND waiting_since IS NOT NULL;

CREATE TRIGGER message_media_deleted AFTER DELETE ON message_media
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER message_media_released AFTER UPDATE OF storage_key ON message_media
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER canned_answers_file_deleted AFTER DELETE ON canned_answers
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER canned_answers_file_released AFTER UPDATE OF storage_key ON canned_answers
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();

-- Its file goes as those of messages do.
CREATE TRIGGER account_exports_file_deleted AFTER DELETE ON account_exports
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER account_exports_file_released AFTER UPDATE OF storage_key ON account_exports
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();

-- Reckoned from Meta's card in dollars of October 2026, about 5.60 to the dollar: to be confirmed by the administrator.
INSERT INTO message_prices (category, country, micros, since, confirmed) VALUES
  ('MARKETING', 'BR', 350000, '2026-10-01 00:00:00-03', false),
  ('UTILITY', 'BR', 40000, '2026-10-01 00:00:00-03', false),
  ('SERVICE', 'BR', 40000, '2026-10-01 00:00:00-03', false);

-- What the schema cannot say of the tables of prisma/schema/platform.prisma.

-- How often somebody has called; it may be lost in a crash.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- The trail is append-only, for whoever may write to the database as the application does.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only';
END $$;

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE erased_keys
  ALTER COLUMN also SET NOT NULL;
ALTER TABLE api_tokens
  ALTER COLUMN scopes SET NOT NULL;

ALTER TABLE erased_keys
  ADD CONSTRAINT erased_keys_kind_check CHECK (kind IN ('phone', 'email', 'cnpj')),
  ADD CONSTRAINT erased_keys_hash_check CHECK (length(hash) = 32);

ALTER TABLE mails
  ADD CONSTRAINT mails_outcome_check CHECK (sent_at IS NULL OR failed_at IS NULL),
  ADD CONSTRAINT mails_kind_check CHECK (kind IN (
    'password_reset', 'password_reset_issuer', 'welcome', 'webhook_off', 'billing_alert',
    'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits', 'radar_found',
    'second_factor_on', 'second_factor_off', 'recovery_code_used',
    'identity_linked', 'identity_unlinked', 'issuer_required_on', 'issuer_required_off',
    'deletion_requested', 'deletion_tomorrow', 'export_ready',
    'passkey_added', 'passkey_removed', 'passkey_copied', 'ways_removed')),
  ADD CONSTRAINT mails_attempts_check CHECK (attempts BETWEEN 0 AND 10),
  -- The link lies here only while it is waiting to be sent.
  ADD CONSTRAINT mails_sealed_link_check CHECK ((sealed_link IS NOT NULL) = (sent_at IS NULL AND failed_at IS NULL));

ALTER TABLE erasure_key
  ADD CONSTRAINT erasure_key_fingerprint_check CHECK (length(fingerprint) = 32),
  ADD CONSTRAINT erasure_key_one_row_check CHECK (id);

ALTER TABLE api_tokens
  ADD CONSTRAINT api_tokens_scopes_check CHECK (
    cardinality(scopes) BETWEEN 1 AND 3 AND scopes <@ ARRAY['read', 'write', 'send']
    ),
  ADD CONSTRAINT api_tokens_hash_check CHECK (length(token_hash) = 32),
  ADD CONSTRAINT api_tokens_name_check CHECK (length(name) BETWEEN 1 AND 60);

ALTER TABLE idempotency_keys
  ADD CONSTRAINT idempotency_keys_state_check CHECK (state IN ('running', 'answered', 'unknown')),
  ADD CONSTRAINT idempotency_keys_key_check CHECK (length(key) BETWEEN 1 AND 255),
  ADD CONSTRAINT idempotency_keys_answer_check CHECK (
    (state = 'answered') = (status IS NOT NULL)
    AND (sealed_answer IS NULL OR (state = 'answered' AND length(sealed_answer) <= 400000))
    );

ALTER TABLE installation
  ADD CONSTRAINT installation_held_check CHECK (
    (held_since IS NULL) = (held_because IS NULL) AND held_because IN ('moved', 'older')),
  ADD CONSTRAINT installation_factor_required_of_check CHECK (factor_required_of IN ('nobody', 'administrator', 'everyone')),
  ADD CONSTRAINT installation_one_row CHECK (id);

ALTER TABLE audit_entries
  -- The administrator looks up why somebody's message was not sent: whose, is kept.
  ADD CONSTRAINT audit_entries_action_check CHECK (action IN (
    'account.created', 'account.deactivated', 'account.sessions_ended', 'account.issuer_lifted', 'api_token.created', 'api_token.revoked', 'billing.created', 'billing.updated', 'billing.deleted', 'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved', 'copy.confirmed', 'dead_letter.replayed', 'dead_letter.deleted', 'message.traced', 'price.set', 'registry.import_started', 'registry.import_stopped', 'registry.month_served', 'registry.month_discarded', 'registry.rolled_back', 'registry.partners_shown', 'registry.partners_hidden', 'second_factor.required'));

ALTER TABLE account_actions
  ADD CONSTRAINT account_actions_action_check CHECK (action IN (
    'signed_in', 'password_changed', 'second_factor_on', 'second_factor_off', 'recovery_codes_renewed',
    'identity_linked', 'identity_unlinked', 'issuer_required_on', 'issuer_required_off',
    'token_created', 'token_revoked', 'webhook_created', 'webhook_changed', 'webhook_deleted',
    'exported', 'leads_deleted', 'import_started', 'import_undone', 'subscription_changed',
    'archive_requested', 'deletion_requested', 'deletion_undone', 'passkey_added', 'passkey_removed'));

ALTER TABLE sessions
  ADD CONSTRAINT sessions_kind_check CHECK (kind IN ('browser', 'api'));

CREATE INDEX mails_waiting_idx ON mails (resume_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- What the schema cannot say of the tables of prisma/schema/privacy.prisma.

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

-- Beside what a company is known by, its other numbers and addresses: those of an erased person are left out of it.
CREATE FUNCTION without_erased_others(owner integer, company jsonb) RETURNS jsonb LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  others jsonb := company->'others';
BEGIN
  IF others IS NULL OR jsonb_typeof(others) <> 'object' THEN RETURN company; END IF;
  IF jsonb_typeof(others->'phones') = 'array' THEN
    others := jsonb_set(others, '{phones}', coalesce((
      SELECT jsonb_agg(p) FROM jsonb_array_elements_text(others->'phones') AS p
      WHERE find_erased(owner, ARRAY[typed_phone_key(p)]) IS NULL), '[]'));
  END IF;
  IF jsonb_typeof(others->'emails') = 'array' THEN
    others := jsonb_set(others, '{emails}', coalesce((
      SELECT jsonb_agg(m) FROM jsonb_array_elements_text(others->'emails') AS m
      WHERE find_erased(owner, '{}', ARRAY[m]) IS NULL), '[]'));
  END IF;
  RETURN jsonb_set(company, '{others}', others);
END $$;

-- A deleted lead that can still be brought back is treated as one that is there: a company that has a value in common with leads
-- or contacts, or had the person as another contact, loses that alone. Before the leads themselves, which tell what is shared. One
-- that still names the person somewhere goes as a whole, with the others of the person.
CREATE FUNCTION keep_deleted_leads(owner integer, phones text[], emails text[], cnpjs text[], mentions text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  shared_phones text[]; shared_emails text[];
BEGIN
  shared_phones := ARRAY(SELECT s.value FROM shared_keys(owner, phones, emails) AS s WHERE s.kind = 'phone');
  shared_emails := ARRAY(SELECT s.value FROM shared_keys(owner, phones, emails) AS s WHERE s.kind = 'email');
  WITH emptied AS (
    SELECT d."deletion_id", d."lead_id",
      d."lead" || CASE WHEN contact_is_person(d."lead", phones, emails)
        THEN '{"contact_name": null, "contact_role": null}' ELSE '{}' END::jsonb
      || CASE WHEN typed_phone_key(d."lead"->>'phone') = ANY (phones)
        THEN '{"phone": null, "typed_phone_key": null}' ELSE '{}' END::jsonb
      || CASE WHEN lower(btrim(d."lead"->>'email')) = ANY (emails)
        THEN '{"email": null, "email_key": null}' ELSE '{}' END::jsonb AS lead,
      (SELECT coalesce(jsonb_agg(c), '[]') FROM jsonb_array_elements(d."contacts") AS c
       WHERE NOT contact_is_person(c, phones, emails)) AS contacts
    FROM "deleted_leads" d WHERE d."owner_id" = owner
      AND lead_is_person(d."lead", d."contacts", phones, emails, cnpjs)
      AND NOT coalesce(d."lead"->>'phone_key' = ANY (phones), false)
      AND NOT coalesce(d."lead"->>'cnpj' = ANY (cnpjs), false)
      AND NOT coalesce(typed_phone_key(d."lead"->>'phone') = ANY (phones)
        AND NOT typed_phone_key(d."lead"->>'phone') = ANY (shared_phones), false)
      AND NOT coalesce(lower(btrim(d."lead"->>'email')) = ANY (emails)
        AND NOT lower(btrim(d."lead"->>'email')) = ANY (shared_emails), false)
  )
  UPDATE "deleted_leads" d SET "lead" = e.lead, "contacts" = e.contacts FROM emptied e
  WHERE d."owner_id" = owner AND d."deletion_id" = e."deletion_id" AND d."lead_id" = e."lead_id"
    AND concat(e.lead, e.contacts, d."notes", d."tasks", d."history", d."own_values") !~* mentions;
END $$;

-- The leads themselves: whole, or without the person where `whole` is false and it is not the company that was asked for, or
-- where what was asked for is not that lead's alone.
CREATE FUNCTION erase_leads(owner integer, phones text[], emails text[], cnpjs text[], mentions text, whole boolean)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  main integer[]; own integer[]; gone integer[]; touched integer[]; others integer[];
  counts jsonb := '{}'; n integer; m integer;
BEGIN
  PERFORM set_config('garimpo.erasing', 'on', true);
  main := ARRAY(SELECT leads_of_person(owner, phones, emails, cnpjs));
  PERFORM 1 FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (main) ORDER BY l."id" FOR UPDATE;
  own := ARRAY(SELECT own_leads_of_person(owner, phones, emails, cnpjs));
  gone := ARRAY(SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (own)
                  AND (whole OR l."cnpj" = ANY (cnpjs)));
  others := ARRAY(SELECT DISTINCT k."lead_id" FROM "lead_contacts" k WHERE k."owner_id" = owner
                    AND contact_is_person(to_jsonb(k), phones, emails));

  SELECT count(*) INTO n FROM "notes" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (gone);
  SELECT count(*) INTO m FROM "tasks" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (gone);
  counts := jsonb_build_object('notes', n, 'tasks', m);

  DELETE FROM "lead_contacts" k WHERE k."owner_id" = owner AND contact_is_person(to_jsonb(k), phones, emails);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('contacts', n);

  -- Of a company that has the value in common with others, the owner and what was found are not the person.
  UPDATE "leads" l SET "contact_name" = NULL, "contact_role" = NULL,
    "proprietario" = CASE WHEN l."id" = ANY (own) OR l."proprietario" ~* mentions THEN NULL ELSE l."proprietario" END,
    "evidence" = CASE WHEN l."id" = ANY (own) OR l."evidence"::text ~* mentions THEN NULL ELSE l."evidence" END,
    "whatsapp" = CASE WHEN l."phone_key" = ANY (phones) THEN NULL ELSE l."whatsapp" END,
    "phone_key" = CASE WHEN l."phone_key" = ANY (phones) THEN NULL ELSE l."phone_key" END,
    "phone" = CASE WHEN l."typed_phone_key" = ANY (phones) THEN NULL ELSE l."phone" END,
    "email" = CASE WHEN l."email_key" = ANY (emails) THEN NULL ELSE l."email" END,
    "obs" = CASE WHEN l."obs" ~* mentions THEN NULL ELSE l."obs" END,
    "ai_obs" = CASE WHEN l."id" = ANY (own) OR l."ai_obs" ~* mentions THEN NULL ELSE l."ai_obs" END, "updated_at" = now()
  WHERE l."owner_id" = owner AND l."id" = ANY (main) AND NOT l."id" = ANY (gone);
  GET DIAGNOSTICS m = ROW_COUNT;
  touched := ARRAY(SELECT unnest(main) EXCEPT SELECT unnest(gone)) || others;
  -- What was edited on these leads, and names the person or a contact.
  DELETE FROM "lead_events" e WHERE e."owner_id" = owner AND e."lead_id" = ANY (touched) AND e."changes" IS NOT NULL
    AND (e."changes"::text ~* mentions OR e."changes"::text ~ '"field": "(contact\.|contact_name|contact_role|proprietario|ai_obs)');
  DELETE FROM "notes" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (touched) AND x."text" ~* mentions;

  DELETE FROM "search_results" r WHERE r."owner_id" = owner AND r."lead_id" = ANY (gone);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('findings', n);
  UPDATE "events" e SET "metadata" = e."metadata" - 'name' - 'detail'
  WHERE e."owner_id" = owner AND e."metadata" ? 'name' AND e."metadata"->>'lead_id' = ANY (gone::text[]);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('events', n);
  DELETE FROM "webhook_deliveries" d WHERE d."owner_id" = owner
    AND substring(d."payload" FROM '"lead_id": ?(\d{1,10})') = ANY (gone::text[]);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('deliveries', n);
  UPDATE "campaign_recipients" r SET "lead_id" = NULL, "text" = NULL
  WHERE r."owner_id" = owner AND r."lead_id" = ANY (gone) AND r."state" <> 'sending';
  UPDATE "lead_changes" c SET "changed" = jsonb_set(c."changed", '{fields}', coalesce((
    SELECT jsonb_agg(f) FROM jsonb_array_elements(c."changed"->'fields') AS f
    WHERE NOT ((f->>'id')::int = ANY (main || others))), '[]'))
  WHERE c."owner_id" = owner AND EXISTS (
    SELECT 1 FROM jsonb_array_elements(c."changed"->'fields') AS f WHERE (f->>'id')::int = ANY (main || others));
  DELETE FROM "lead_merges" x WHERE x."owner_id" = owner AND x."survivor_id" = ANY (gone);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('merges', n);

  DELETE FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (gone);
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN counts || jsonb_build_object('leads', n + m);
END $$;

-- What may be a person's key in a text: for hashing, so that too much does no harm.
CREATE FUNCTION keys_in_text(body text) RETURNS TABLE ("kind" text, "value" text) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'phone', typed_phone_key(m[1])
  FROM regexp_matches(body, '(?<!\d)((?:\+?55[ .-]{0,2})?\(?0?[1-9]{2}\)?[ .-]{0,2}(?:9[ .-]?)?\d{4}[ .-]{0,2}\d{4})(?!\d)', 'g') AS m
  UNION ALL SELECT 'phone', m[1] FROM regexp_matches(body, '(?<!\d)(\d{10,15})(?!\d)', 'g') AS m
  UNION ALL SELECT k.kind, k.value FROM regexp_matches(body, '[\w.:+-]+@[\w.-]+', 'g') AS m,
    LATERAL (VALUES ('email', lower(rtrim(m[1], '.'))), ('phone', m[1])) AS k(kind, value)
  UNION ALL SELECT 'cnpj', upper(regexp_replace(m[1], '[./-]', '', 'g'))
  FROM regexp_matches(body, '(?<![0-9a-z])([0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}/?[0-9a-z]{4}-?\d{2})(?![0-9a-z])', 'gi') AS m
$$;

-- A lead as JSON, with its contacts beside it.
CREATE FUNCTION lead_is_person(lead jsonb, contacts jsonb, phones text[], emails text[], cnpjs text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(contact_is_person(lead, phones, emails), false) OR coalesce(lead->>'cnpj' = ANY (cnpjs), false)
    OR EXISTS (SELECT 1 FROM jsonb_array_elements(coalesce(contacts, '[]')) AS c WHERE contact_is_person(c, phones, emails))
$$;

-- The lead that one has become, which may have become part of another one since; null for one that was never merged.
CREATE FUNCTION surviving_lead(owner integer, merged integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE chain AS (
    SELECT "survivor_id", 1 AS step FROM "merged_leads" WHERE "owner_id" = owner AND "lead_id" = merged
    UNION ALL
    SELECT m."survivor_id", c.step + 1 FROM chain AS c
    JOIN "merged_leads" AS m ON m."owner_id" = owner AND m."lead_id" = c."survivor_id"
    WHERE c.step < 1000
  )
  SELECT "survivor_id" FROM chain ORDER BY step DESC LIMIT 1
$$;

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

-- Numbers and e-mails that more than one lead or contact has: an accountant's address stands on many companies.
CREATE FUNCTION shared_keys(owner integer, phones text[], emails text[]) RETURNS TABLE ("kind" text, "value" text)
LANGUAGE sql STABLE AS $$
  SELECT h.kind, h.value FROM (
    SELECT 'phone' AS kind, l."phone_key" AS value, l."id" AS lead, 0 AS contact FROM "leads" l
    WHERE l."owner_id" = owner AND l."phone_key" = ANY (phones)
    UNION SELECT 'phone', l."typed_phone_key", l."id", 0 FROM "leads" l
    WHERE l."owner_id" = owner AND l."typed_phone_key" = ANY (phones)
    UNION SELECT 'email', l."email_key", l."id", 0 FROM "leads" l
    WHERE l."owner_id" = owner AND l."email_key" = ANY (emails)
    UNION SELECT 'phone', k."phone_key", k."lead_id", k."id" FROM "lead_contacts" k
    WHERE k."owner_id" = owner AND k."phone_key" = ANY (phones)
    UNION SELECT 'phone', typed_phone_key(k."phone"), k."lead_id", k."id" FROM "lead_contacts" k
    WHERE k."owner_id" = owner AND typed_phone_key(k."phone") = ANY (phones)
    UNION SELECT 'email', lower(btrim(k."email")), k."lead_id", k."id" FROM "lead_contacts" k
    WHERE k."owner_id" = owner AND lower(btrim(k."email")) = ANY (emails)
  ) AS h GROUP BY 1, 2 HAVING count(*) > 1
$$;

-- What is kept beside the leads: rows of files, what was found, what can be undone. A row of a file that is still to be
-- imported is left without cells, of which its reader is told why: as anything else it would end the whole import.
CREATE FUNCTION erase_copies(owner integer, phones text[], emails text[], cnpjs text[], mentions text)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  counts jsonb := '{}'; n integer; m integer;
BEGIN
  -- Nobody is named by nothing, which as a pattern is in every text.
  IF mentions = '' THEN RETURN counts; END IF;
  PERFORM set_config('garimpo.erasing', 'on', true);
  WITH gone AS (
    DELETE FROM "deleted_leads" d WHERE d."owner_id" = owner
      AND lead_is_person(d."lead", d."contacts", phones, emails, cnpjs) RETURNING d."deletion_id"
  ), counted AS (
    UPDATE "lead_deletions" x SET "leads" = greatest(x."leads" - g."gone", 0)
    FROM (SELECT "deletion_id", count(*)::int AS gone FROM gone GROUP BY 1) AS g
    WHERE x."owner_id" = owner AND x."id" = g."deletion_id"
  ) SELECT count(*) INTO n FROM gone;
  counts := jsonb_build_object('deleted_leads', n);

  -- A merge that the person was in cannot be undone any more.
  WITH named AS (
    SELECT x."merge_id" AS id FROM "merged_leads" x WHERE x."owner_id" = owner
      AND (x."phone_key" = ANY (phones) OR lead_is_person(x."lead", x."contacts", phones, emails, cnpjs))
    UNION
    SELECT x."id" FROM "lead_merges" x WHERE x."owner_id" = owner
      AND (lead_is_person(x."survivor_before", NULL, phones, emails, cnpjs)
           OR lead_is_person(x."survivor_after", NULL, phones, emails, cnpjs) OR x."parts"::text ~* mentions)
  ), forgotten AS (
    UPDATE "merged_leads" x SET "lead" = NULL, "phone_key" = NULL, "list_ids" = '{}', "tag_ids" = '{}', "own_values" = '[]',
      "contacts" = '[]'
    FROM named WHERE x."owner_id" = owner AND x."merge_id" = named."id"
  ), told AS (
    UPDATE "events" e SET "metadata" = e."metadata" - 'detail'
    FROM named JOIN "lead_merges" x ON x."owner_id" = owner AND x."id" = named."id"
    WHERE e."owner_id" = owner AND e."event_type" = 'lead_merged' AND e."metadata"->>'lead_id' = x."survivor_id"::text
  ), emptied AS (
    UPDATE "lead_merges" x SET "survivor_before" = NULL, "survivor_after" = NULL, "parts" = NULL,
      "names" = array_fill('Apagado'::text, ARRAY[cardinality(x."names")])
    FROM named WHERE x."owner_id" = owner AND x."id" = named."id" RETURNING 1
  ) SELECT count(*) INTO n FROM emptied;
  counts := counts || jsonb_build_object('merges', n);

  -- What was edited on leads whatever the person is on them by now, and what their own fields say.
  DELETE FROM "lead_events" e USING "leads" l WHERE l."owner_id" = owner AND e."lead_id" = l."id" AND e."owner_id" = owner
    AND e."changes" IS NOT NULL AND e."changes"::text ~* mentions
    AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(e."changes") AS c WHERE c::text !~* mentions);
  GET DIAGNOSTICS n = ROW_COUNT;
  UPDATE "lead_events" e SET "changes" = (
    SELECT jsonb_agg(c) FROM jsonb_array_elements(e."changes") AS c WHERE c::text !~* mentions)
  FROM "leads" l WHERE l."owner_id" = owner AND e."lead_id" = l."id" AND e."owner_id" = owner
    AND e."changes" IS NOT NULL AND e."changes"::text ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('events', n + m);
  DELETE FROM "lead_values" v USING "leads" l WHERE l."owner_id" = owner AND v."lead_id" = l."id" AND v."owner_id" = owner
    AND v."text" ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('contacts', m);

  UPDATE "lead_changes" c SET "changed" = jsonb_set(c."changed", '{fields}', coalesce((
    SELECT jsonb_agg(f) FROM jsonb_array_elements(c."changed"->'fields') AS f WHERE f::text !~* mentions), '[]'))
  WHERE c."owner_id" = owner AND c."changed"->>'fields' ~* mentions;
  UPDATE "lead_changes" c SET "changed" = jsonb_set(c."changed", '{own}', coalesce((
    SELECT jsonb_agg(f) FROM jsonb_array_elements(c."changed"->'own') AS f WHERE f::text !~* mentions), '[]'))
  WHERE c."owner_id" = owner AND c."changed"->>'own' ~* mentions;
  UPDATE "import_refusals" r SET "cells" = '{}', "reason" = 'Os dados desta pessoa foram apagados a pedido dela.'
  WHERE r."owner_id" = owner AND (array_to_string(r."cells", ' ; ') ~* mentions OR r."reason" ~* mentions);
  GET DIAGNOSTICS n = ROW_COUNT;
  UPDATE "import_chunks" c SET "rows" = (
    SELECT jsonb_agg(CASE WHEN r."row"::text ~* mentions THEN jsonb_build_object('line', r."row"->'line', 'cells', '[]'::jsonb,
                       'broken', 'Os dados desta pessoa foram apagados a pedido dela.') ELSE r."row" END
                     ORDER BY r."place")::text
    FROM jsonb_array_elements(c."rows"::jsonb) WITH ORDINALITY AS r("row", "place"))
  WHERE c."owner_id" = owner AND c."rows" ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('import_rows', n + m);

  DELETE FROM "search_results" r WHERE r."owner_id" = owner
    AND (contact_is_person(r."place", phones, emails) OR contact_is_person(r."company", phones, emails)
         OR coalesce(r."place"::text, '') ~* mentions OR coalesce(r."company"::text, '') ~* mentions);
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM "radar_findings" r WHERE r."owner_id" = owner
    AND (r."key" = ANY (cnpjs) OR typed_phone_key(r."phone") = ANY (phones));
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('findings', n + m);

  DELETE FROM "webhook_deliveries" d WHERE d."owner_id" = owner AND d."payload" ~* mentions;
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM "webhook_dead_letters" d WHERE d."owner_id" = owner AND d."item" ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('deliveries', n + m);
  -- Sealed, so that nobody can tell in which the person is: all are kept for a day alone, and then only their answers go.
  UPDATE "idempotency_keys" k SET "sealed_answer" = NULL WHERE k."owner_id" = owner AND k."sealed_answer" IS NOT NULL;
  DELETE FROM "company_denials" x WHERE x."owner_id" = owner AND x."cnpj" = ANY (cnpjs);
  UPDATE "deleted_leads" d SET "denied_cnpjs" = ARRAY(SELECT c FROM unnest(d."denied_cnpjs") AS c WHERE NOT c = ANY (cnpjs))
  WHERE d."owner_id" = owner AND d."denied_cnpjs" && cnpjs;
  -- A card of the person that somebody else sent.
  UPDATE "messages" m SET "details" = NULL WHERE m."owner_id" = owner AND m."details" IS NOT NULL AND m."details"::text ~* mentions;
  UPDATE "privacy_requests" r SET "note" = NULL WHERE r."owner_id" = owner AND r."note" ~* mentions;
  RETURN counts;
END $$;

CREATE FUNCTION outdate_archives(owner integer) RETURNS void LANGUAGE sql AS $$
  UPDATE "account_exports" x SET "status" = 'error', "outdated" = true, "storage_key" = NULL, "lease_until" = NULL,
    "lease_no" = x."lease_no" + 1, "completed_at" = coalesce(x."completed_at", now())
  WHERE x."owner_id" = owner AND x."status" IN ('ready', 'processing')
$$;

-- What a map or a site tells of somebody, as it is kept until it becomes a lead.
CREATE FUNCTION company_is_erased(owner integer, company jsonb) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT company IS NOT NULL AND find_erased(owner,
    ARRAY[typed_phone_key(company->>'whatsapp'), typed_phone_key(company->>'phone'), typed_phone_key(company->>'mobile')],
    ARRAY[company->>'email'], ARRAY[regexp_replace(coalesce(company->>'cnpj', ''), '[^0-9A-Z]', '', 'g')]) IS NOT NULL
$$;

CREATE FUNCTION skip_erased_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF find_erased(NEW."owner_id", ARRAY[typed_phone_key(NEW."phone")], '{}', ARRAY[NEW."key"]) IS NOT NULL THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION was_before(key text, at timestamptz, former text[], untils timestamptz[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT key = ANY (former) AND at < untils[array_position(former, key)]
$$;

-- Whether the account erased anybody: most did not, and nothing is worked out for their rows. Shared with other writers,
-- against an erasure: of the two, one sees the other.
CREATE FUNCTION has_erased_people(owner integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('erasures'), owner);
  RETURN EXISTS (SELECT 1 FROM "erased_keys" e WHERE e."owner_id" = owner);
END $$;

CREATE FUNCTION contact_is_person(contact jsonb, phones text[], emails text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(contact->>'phone_key' = ANY (phones), false)
    OR coalesce(typed_phone_key(contact->>'phone') = ANY (phones), false)
    OR coalesce(lower(btrim(contact->>'email')) = ANY (emails), false)
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
  NEW."company" := without_erased_others(NEW."owner_id", NEW."company");
  RETURN NEW;
END $$;

CREATE FUNCTION skip_erased_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF find_erased(NEW."owner_id", ARRAY[NEW."phone_key", typed_phone_key(NEW."phone")], ARRAY[NEW."email"]) IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

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

CREATE FUNCTION refuse_erased_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found bytea := find_erased((SELECT i."owner_id" FROM "whatsapp_instances" i WHERE i."id" = NEW."instance_id"), ARRAY[NEW."phone_key"]);
BEGIN
  IF found IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'this person was erased' USING ERRCODE = 'GE001', DETAIL = encode(found, 'hex');
END $$;

-- Gives up waiting for them: nobody will tell.
CREATE FUNCTION give_up_sends_to(owner integer, phones text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "campaign_recipients" r SET "state" = 'unknown', "cause" = 'unconfirmed', "settled_at" = now()
  WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" = 'sending';
  DELETE FROM "sends" s WHERE s."owner_id" = owner AND (
    s."recipient_id" IN (SELECT r."id" FROM "campaign_recipients" r WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones))
    OR s."chat_message_id" IN (SELECT m."id" FROM "conversations" c JOIN "messages" m ON m."conversation_id" = c."id"
      WHERE c."owner_id" = owner AND c."phone_key" = ANY (phones)));
END $$;

CREATE FUNCTION recipients_of_former(owner integer, phones text[]) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  SELECT r."id" FROM former_keys(owner, phones) AS k
  JOIN "campaign_recipients" r ON r."owner_id" = owner AND r."phone_key" = k."phone_key"
  JOIN "campaign_runs" u ON u."id" = r."run_id"
  WHERE coalesce(r."claimed_at", r."settled_at", u."created_at") < k."until"
$$;

-- The keys of a person in rows that were written before the person was erased: a restored database knows the hashes alone.
CREATE FUNCTION keys_of_erased(owner integer) RETURNS TABLE ("kind" text, "value" text, "hash" bytea) LANGUAGE sql VOLATILE AS $$
  WITH texts AS MATERIALIZED (
    SELECT d."lead"::text || d."contacts"::text || d."own_values"::text AS body FROM "deleted_leads" d WHERE d."owner_id" = owner
    UNION ALL SELECT concat(x."lead"::text, x."contacts"::text, x."own_values"::text) FROM "merged_leads" x WHERE x."owner_id" = owner
    UNION ALL SELECT concat(x."survivor_before"::text, x."survivor_after"::text, x."parts"::text) FROM "lead_merges" x WHERE x."owner_id" = owner
    UNION ALL SELECT concat(r."place"::text, r."company"::text) FROM "search_results" r WHERE r."owner_id" = owner
    UNION ALL SELECT array_to_string(r."cells", ' ; ') || ' ; ' || r."reason" FROM "import_refusals" r WHERE r."owner_id" = owner
    UNION ALL SELECT c."rows" FROM "import_chunks" c WHERE c."owner_id" = owner
    UNION ALL SELECT d."payload" FROM "webhook_deliveries" d WHERE d."owner_id" = owner
    UNION ALL SELECT d."item" FROM "webhook_dead_letters" d WHERE d."owner_id" = owner
    UNION ALL SELECT c."changed"::text FROM "lead_changes" c WHERE c."owner_id" = owner
    UNION ALL SELECT e."changes"::text FROM "leads" l JOIN "lead_events" e ON e."lead_id" = l."id"
      WHERE l."owner_id" = owner AND e."changes" IS NOT NULL
    UNION ALL SELECT v."text" FROM "leads" l JOIN "lead_values" v ON v."lead_id" = l."id"
      WHERE l."owner_id" = owner AND v."text" IS NOT NULL
    UNION ALL SELECT m."details"::text FROM "messages" m WHERE m."owner_id" = owner AND m."details" IS NOT NULL
  ), keys AS (
    SELECT 'phone' AS kind, unnest(ARRAY[l."phone_key", l."typed_phone_key"]) AS value FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'email', lower(btrim(l."email")) FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'cnpj', l."cnpj" FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[k."phone_key", typed_phone_key(k."phone")]) FROM "lead_contacts" k WHERE k."owner_id" = owner
    UNION SELECT 'email', lower(btrim(k."email")) FROM "lead_contacts" k WHERE k."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."chat_id"]) FROM "conversations" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."chat_id"]) FROM "contact_identities" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."jid"]) FROM "whatsapp_contacts" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', r."phone_key" FROM "campaign_recipients" r WHERE r."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[s."phone_key", s."chat_id"]) FROM "scheduled_messages" s WHERE s."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_outs" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_out_events" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_out_reviews" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_ins" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "checked_numbers" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "message_reactions" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', e."phone_key" FROM "early_changes" e JOIN "whatsapp_instances" i ON i."id" = e."instance_id"
      WHERE i."owner_id" = owner
    UNION SELECT 'phone', x."phone_key" FROM "merged_leads" x WHERE x."owner_id" = owner
    UNION SELECT 'phone', typed_phone_key(f."phone") FROM "radar_findings" f WHERE f."owner_id" = owner
    UNION SELECT 'cnpj', f."key" FROM "radar_findings" f WHERE f."owner_id" = owner
    UNION SELECT 'cnpj', x."cnpj" FROM "company_denials" x WHERE x."owner_id" = owner
    UNION SELECT t.kind, t.value FROM texts, keys_in_text(texts.body) AS t
  )
  SELECT k.kind, k.value, e."hash" FROM keys k
  JOIN "erased_keys" e ON e."owner_id" = owner AND e."hash" = erasure_hash(owner, k.kind, k.value)
  WHERE k.value <> ''
$$;

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

-- What belongs to the same person for certain: the WhatsApp and the CNPJ of the person's own leads, and the number of a
-- contact whom no other one shares the telephone or the e-mail with.
CREATE FUNCTION own_keys_of_person(owner integer, phones text[], emails text[], cnpjs text[])
RETURNS TABLE ("kind" text, "value" text) LANGUAGE sql STABLE AS $$
  WITH shared AS MATERIALIZED (SELECT * FROM shared_keys(owner, phones, emails)),
  main AS MATERIALIZED (
    SELECT l."phone_key", l."cnpj" FROM "leads" l
    WHERE l."owner_id" = owner AND l."id" IN (SELECT own_leads_of_person(owner, phones, emails, cnpjs))
  )
  SELECT 'phone', m."phone_key" FROM main m WHERE m."phone_key" IS NOT NULL
  UNION SELECT 'cnpj', m."cnpj" FROM main m WHERE m."cnpj" IS NOT NULL
  UNION SELECT 'phone', k."phone_key" FROM "lead_contacts" k
  WHERE k."owner_id" = owner AND k."phone_key" IS NOT NULL AND contact_is_person(
    to_jsonb(k),
    ARRAY(SELECT p FROM unnest(phones) AS p EXCEPT SELECT s.value FROM shared s WHERE s.kind = 'phone'),
    ARRAY(SELECT e FROM unnest(emails) AS e EXCEPT SELECT s.value FROM shared s WHERE s.kind = 'email'))
$$;

-- The keys that the person's conversations had before a number or an id was changed, and until when: later the number may be
-- somebody else's.
CREATE FUNCTION former_keys(owner integer, phones text[]) RETURNS TABLE ("phone_key" text, "until" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT c."moved_from", max(c."moved_at") FROM "conversations" c
  WHERE c."owner_id" = owner AND (c."phone_key" = ANY (phones) OR c."chat_id" = ANY (phones))
    AND c."moved_from" IS NOT NULL AND NOT c."moved_from" = ANY (phones)
  GROUP BY 1
$$;

-- The leads that a person's keys lead to: by the main contact, or the company itself.
CREATE FUNCTION leads_of_person(owner integer, phones text[], emails text[], cnpjs text[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."typed_phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."email_key" = ANY (emails)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."cnpj" = ANY (cnpjs)
$$;

-- Of the leads that a person's keys lead to, those that are the person's own: by WhatsApp or CNPJ, which one lead has, or by
-- what no other lead or contact has. The others lose what was asked for, and stay.
CREATE FUNCTION own_leads_of_person(owner integer, phones text[], emails text[], cnpjs text[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  WITH shared AS MATERIALIZED (SELECT * FROM shared_keys(owner, phones, emails))
  SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."cnpj" = ANY (cnpjs)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."typed_phone_key" = ANY (phones)
    AND NOT EXISTS (SELECT 1 FROM shared s WHERE s.kind = 'phone' AND s.value = l."typed_phone_key")
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."email_key" = ANY (emails)
    AND NOT EXISTS (SELECT 1 FROM shared s WHERE s.kind = 'email' AND s.value = l."email_key")
$$;

-- A value of an own field that is an erased person's number, e-mail or CNPJ is left out.
CREATE FUNCTION skip_erased_value() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF find_erased(NEW."owner_id",
       ARRAY[typed_phone_key(NEW."text"), CASE WHEN NEW."text" ~ '^\s*\+' THEN regexp_replace(NEW."text", '\D', '', 'g') END],
       ARRAY[NEW."text"], ARRAY[upper(regexp_replace(NEW."text", '[./\s-]', '', 'g'))]) IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

-- Nothing that waits goes out to these numbers any more.
CREATE FUNCTION stop_writing_to(owner integer, phones text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  n integer;
BEGIN
  UPDATE "campaign_recipients" r SET "state" = 'skipped', "cause" = 'erased', "detail" = 'Dados apagados a pedido da pessoa',
    "settled_at" = now()
  WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" = 'pending';
  GET DIAGNOSTICS n = ROW_COUNT;
  UPDATE "scheduled_messages" s SET "state" = 'failed', "settled_at" = now(), "not_before" = NULL
  WHERE s."owner_id" = owner AND s."state" = 'scheduled'
    AND (s."phone_key" = ANY (phones) OR s."chat_id" = ANY (phones));
  RETURN n;
END $$;

-- What is said and planned: at most `batch` messages at once. `more` is true while some are left.
CREATE FUNCTION erase_talk(owner integer, phones text[], batch integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  counts jsonb := '{}'; n integer; m integer; f integer; chats integer[]; named integer[];
  former text[]; untils timestamptz[]; lids text[];
BEGIN
  SELECT coalesce(array_agg(k."phone_key"), '{}'), coalesce(array_agg(k."until"), '{}') INTO former, untils FROM former_keys(owner, phones) AS k;
  named := ARRAY(SELECT r."id" FROM "campaign_recipients" r WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones)
                 UNION SELECT recipients_of_former(owner, phones));
  -- In the order of what stores outcomes and answers.
  UPDATE "campaign_recipients" r SET
    "state" = CASE WHEN r."state" = 'pending' THEN 'skipped' ELSE r."state" END,
    "cause" = CASE WHEN r."state" = 'pending' THEN 'erased' ELSE r."cause" END,
    "settled_at" = coalesce(r."settled_at", now()),
    "detail" = CASE WHEN r."state" = 'pending' THEN 'Dados apagados a pedido da pessoa' ELSE r."detail" END,
    "phone_key" = 'erased ' || r."id", "number" = '', "text" = NULL, "lead_id" = NULL
  WHERE r."owner_id" = owner AND r."id" = ANY (named) AND r."state" <> 'sending';
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := jsonb_build_object('recipients', n);
  chats := ARRAY(SELECT c."id" FROM "conversations" c WHERE c."owner_id" = owner
                   AND (c."phone_key" = ANY (phones) OR c."chat_id" = ANY (phones)) ORDER BY c."id" FOR UPDATE);
  DELETE FROM "scheduled_messages" s WHERE s."owner_id" = owner
    AND (s."phone_key" = ANY (phones) OR s."chat_id" = ANY (phones) OR s."conversation_id" = ANY (chats));
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('scheduled', n);

  SELECT count(*) INTO f FROM "message_media" x WHERE x."message_id" IN (
    SELECT m."id" FROM "messages" m WHERE m."owner_id" = owner AND m."conversation_id" = ANY (chats) ORDER BY m."id" LIMIT batch);
  DELETE FROM "messages" m WHERE m."id" IN (
    SELECT m."id" FROM "messages" m WHERE m."owner_id" = owner AND m."conversation_id" = ANY (chats) ORDER BY m."id" LIMIT batch);
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('messages', m, 'files', f);
  IF m = batch THEN RETURN jsonb_build_object('counts', counts, 'more', true); END IF;

  DELETE FROM "conversations" c WHERE c."owner_id" = owner AND c."id" = ANY (chats);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('conversations', n);
  DELETE FROM "message_reactions" r WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones);
  DELETE FROM "early_changes" e USING "whatsapp_instances" i
  WHERE i."id" = e."instance_id" AND i."owner_id" = owner AND e."phone_key" = ANY (phones);
  DELETE FROM "opt_out_reviews" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."said_at", former, untils));
  DELETE FROM "opt_out_events" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."created_at", former, untils));
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM "opt_outs" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."said_at", former, untils));
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('opt_outs', n + m);
  DELETE FROM "opt_ins" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."recorded_at", former, untils));
  DELETE FROM "checked_numbers" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."checked_at", former, untils));
  -- What the phone keeps for writing to the person is named after the number, or the id.
  lids := ARRAY(SELECT o."chat_id" FROM "contact_identities" o WHERE o."owner_id" = owner AND o."phone_key" = ANY (phones));
  DELETE FROM "whatsapp_auth_keys" k WHERE k."owner_id" = owner
    AND k."type" IN ('session', 'identity-key', 'sender-key', 'sender-key-memory', 'device-list', 'lid-mapping', 'tctoken')
    AND EXISTS (SELECT 1 FROM regexp_matches(k."key_id", '\d{8,20}', 'g') AS found (digits)
                WHERE digits[1] = ANY (phones) OR typed_phone_key(digits[1]) = ANY (phones)
                  OR digits[1] || '@lid' = ANY (phones || lids) OR digits[1] || '@s.whatsapp.net' = ANY (phones || lids));
  DELETE FROM "contact_identities" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."chat_id" = ANY (phones));
  DELETE FROM "whatsapp_contacts" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."jid" = ANY (phones));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN jsonb_build_object('counts', counts || jsonb_build_object('address_book', n), 'more', false);
END $$;

-- Messages to these numbers whose outcome is not recorded yet.
CREATE FUNCTION count_sends_to(owner integer, phones text[]) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT (SELECT count(*) FROM "campaign_recipients" r
          WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" = 'sending')::int
       + (SELECT count(*) FROM "conversations" c JOIN "messages" m ON m."conversation_id" = c."id"
          JOIN "sends" s ON s."chat_message_id" = m."id"
          WHERE c."owner_id" = owner AND s."owner_id" = owner AND c."phone_key" = ANY (phones))::int
$$;

ALTER TABLE privacy_requests
  ADD CONSTRAINT privacy_requests_channel_check CHECK (channel IN ('whatsapp', 'email', 'phone', 'letter', 'in_person')),
  ADD CONSTRAINT privacy_requests_asked_by_check CHECK (asked_by IN ('person', 'representative', 'authority', 'account')),
  ADD CONSTRAINT privacy_requests_status_check CHECK (status IN ('processing', 'done', 'error')),
  ADD CONSTRAINT privacy_requests_allowed_check CHECK (allowed_at IS NULL OR kind = 'erase'),
  ADD CONSTRAINT privacy_requests_done_check CHECK ((status = 'done') = (done_at IS NOT NULL)),
  ADD CONSTRAINT privacy_requests_attempts_check CHECK (attempts BETWEEN 0 AND 20),
  -- Once it is done nothing readable is left of whom an erasure was about.
  ADD CONSTRAINT privacy_requests_erased_check CHECK (kind <> 'erase' OR status <> 'done' OR sealed_keys IS NULL),
  ADD CONSTRAINT privacy_requests_kind_check CHECK (kind IN ('export', 'erase', 'correct'));

CREATE INDEX privacy_requests_open_idx ON privacy_requests(id) WHERE status = 'processing';

CREATE TRIGGER leads_skip_erased BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION skip_erased_lead();

CREATE TRIGGER leads_skip_erased_change BEFORE UPDATE OF whatsapp, phone_key, phone, email, cnpj ON leads
  FOR EACH ROW WHEN ((NEW.phone_key, NEW.phone, NEW.email, NEW.cnpj)
    IS DISTINCT FROM (OLD.phone_key, OLD.phone, OLD.email, OLD.cnpj))
  EXECUTE FUNCTION skip_erased_lead();

CREATE TRIGGER lead_contacts_skip_erased BEFORE INSERT OR UPDATE OF whatsapp, phone_key, phone, email ON lead_contacts
  FOR EACH ROW EXECUTE FUNCTION skip_erased_contact();

CREATE TRIGGER conversations_refuse_erased BEFORE INSERT OR UPDATE OF phone_key, chat_id ON conversations
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');

CREATE TRIGGER contact_identities_refuse_erased BEFORE INSERT OR UPDATE ON contact_identities
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');

CREATE TRIGGER message_reactions_refuse_erased BEFORE INSERT OR UPDATE OF phone_key ON message_reactions
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');

CREATE TRIGGER opt_out_events_refuse_erased BEFORE INSERT ON opt_out_events
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');

CREATE TRIGGER opt_out_reviews_refuse_erased BEFORE INSERT OR UPDATE OF phone_key ON opt_out_reviews
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');

CREATE TRIGGER scheduled_messages_refuse_erased BEFORE INSERT OR UPDATE OF phone_key, chat_id, content ON scheduled_messages
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');

CREATE TRIGGER opt_outs_skip_erased BEFORE INSERT OR UPDATE OF phone_key ON opt_outs
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER opt_ins_skip_erased BEFORE INSERT OR UPDATE OF phone_key ON opt_ins
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER checked_numbers_skip_erased BEFORE INSERT OR UPDATE ON checked_numbers
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER whatsapp_contacts_skip_erased BEFORE INSERT OR UPDATE ON whatsapp_contacts
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key', 'jid');

CREATE TRIGGER campaign_recipients_skip_erased BEFORE INSERT OR UPDATE OF phone_key ON campaign_recipients
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER early_changes_refuse_erased BEFORE INSERT OR UPDATE OF phone_key ON early_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_change();

CREATE TRIGGER radar_findings_skip_erased BEFORE INSERT OR UPDATE OF phone, key ON radar_findings
  FOR EACH ROW EXECUTE FUNCTION skip_erased_finding();

CREATE TRIGGER search_results_skip_erased BEFORE INSERT OR UPDATE OF place, company ON search_results
  FOR EACH ROW EXECUTE FUNCTION skip_erased_result();

-- Who was erased is not noted as whom a conversation was with before.
CREATE TRIGGER conversations_refuse_erased_move BEFORE INSERT OR UPDATE OF moved_from ON conversations
  FOR EACH ROW WHEN (NEW.moved_from IS NOT NULL) EXECUTE FUNCTION keep_erased_out('refuse', 'moved_from');

CREATE TRIGGER lead_values_skip_erased BEFORE INSERT OR UPDATE OF text ON lead_values
  FOR EACH ROW WHEN (NEW.text IS NOT NULL) EXECUTE FUNCTION skip_erased_value();

-- What the schema cannot say of the tables of prisma/schema/radar.prisma.

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE radars
  ALTER COLUMN changes SET NOT NULL;

ALTER TABLE radar_runs
  ADD CONSTRAINT radar_runs_step_check CHECK (step IN ('appeared', 'closed', 'save', 'wait', 'check')),
  ADD CONSTRAINT radar_runs_status_check CHECK (status IN ('processing', 'completed', 'error')),
  ADD CONSTRAINT radar_runs_month_check CHECK ((import_id IS NULL) = (month IS NULL)),
  ADD CONSTRAINT radar_runs_attempts_check CHECK (attempts BETWEEN 0 AND 8);

ALTER TABLE radars
  ADD CONSTRAINT radars_next_run_check CHECK (kind = 'registry' OR next_run_at IS NOT NULL),
  ADD CONSTRAINT radars_month_check CHECK ((import_id IS NULL) = (month IS NULL)),
  ADD CONSTRAINT radars_kind_check CHECK (kind IN ('registry', 'pages', 'maps')),
  ADD CONSTRAINT radars_name_check CHECK (length(name) BETWEEN 1 AND 80),
  ADD CONSTRAINT radars_budget_check CHECK (credit_budget BETWEEN 1 AND 500),
  ADD CONSTRAINT radars_cadence_check CHECK (
    CASE kind WHEN 'registry' THEN cadence = 'import' ELSE cadence IN ('week', 'month') END);

ALTER TABLE radar_findings
  ADD CONSTRAINT radar_findings_change_check CHECK (change IN ('opened', 'reopened', 'moved', 'contact_changed', 'closed', 'found', 'known'));

-- One run of a radar at a time.
CREATE UNIQUE INDEX radar_runs_radar_id_processing_key ON radar_runs(radar_id) WHERE status = 'processing';

CREATE INDEX radar_runs_processing_idx ON radar_runs(owner_id, id) WHERE status = 'processing';

CREATE INDEX radars_next_run_at_idx ON radars(next_run_at) WHERE is_on AND next_run_at IS NOT NULL;

CREATE INDEX radar_findings_unseen_idx ON radar_findings(owner_id, radar_id, change) WHERE seen_at IS NULL;

CREATE INDEX radar_findings_unsaved_idx ON radar_findings(radar_id, id) WHERE NOT saved AND change <> 'closed';

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

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "billings" ADD CONSTRAINT "billings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_billing_id_fkey" FOREIGN KEY ("billing_id") REFERENCES "billings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_loss_reason_id_fkey" FOREIGN KEY ("owner_id", "loss_reason_id") REFERENCES "loss_reasons"("owner_id", "id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "site_checks" ADD CONSTRAINT "site_checks_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_actions" ADD CONSTRAINT "account_actions_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "passkey_answers" ADD CONSTRAINT "passkey_answers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_deletions" ADD CONSTRAINT "lead_deletions_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deleted_leads" ADD CONSTRAINT "deleted_leads_owner_id_deletion_id_fkey" FOREIGN KEY ("owner_id", "deletion_id") REFERENCES "lead_deletions"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_change_sets" ADD CONSTRAINT "lead_change_sets_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_changes" ADD CONSTRAINT "lead_changes_owner_id_set_id_fkey" FOREIGN KEY ("owner_id", "set_id") REFERENCES "lead_change_sets"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "merged_leads" ADD CONSTRAINT "merged_leads_owner_id_merge_id_fkey" FOREIGN KEY ("owner_id", "merge_id") REFERENCES "lead_merges"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "distinct_leads" ADD CONSTRAINT "distinct_leads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "distinct_leads" ADD CONSTRAINT "distinct_leads_owner_id_low_id_fkey" FOREIGN KEY ("owner_id", "low_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "distinct_leads" ADD CONSTRAINT "distinct_leads_owner_id_high_id_fkey" FOREIGN KEY ("owner_id", "high_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "company_denials" ADD CONSTRAINT "company_denials_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lists" ADD CONSTRAINT "lists_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "list_leads" ADD CONSTRAINT "list_leads_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "list_leads" ADD CONSTRAINT "list_leads_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "searches" ADD CONSTRAINT "searches_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "searches" ADD CONSTRAINT "searches_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "searches" ADD CONSTRAINT "searches_owner_id_radar_id_fkey" FOREIGN KEY ("owner_id", "radar_id") REFERENCES "radars"("owner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radars" ADD CONSTRAINT "radars_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radars" ADD CONSTRAINT "radars_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radar_runs" ADD CONSTRAINT "radar_runs_owner_id_radar_id_fkey" FOREIGN KEY ("owner_id", "radar_id") REFERENCES "radars"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_runs" ADD CONSTRAINT "radar_runs_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_owner_id_radar_id_fkey" FOREIGN KEY ("owner_id", "radar_id") REFERENCES "radars"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_owner_id_run_id_fkey" FOREIGN KEY ("owner_id", "run_id") REFERENCES "radar_runs"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "credit_days" ADD CONSTRAINT "credit_days_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "credit_reservations" ADD CONSTRAINT "credit_reservations_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_instances" ADD CONSTRAINT "whatsapp_instances_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_sockets" ADD CONSTRAINT "whatsapp_sockets_owner_id_id_fkey" FOREIGN KEY ("owner_id", "id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_auth_keys" ADD CONSTRAINT "whatsapp_auth_keys_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_commands" ADD CONSTRAINT "whatsapp_commands_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_dead_letters" ADD CONSTRAINT "webhook_dead_letters_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "messages" ADD CONSTRAINT "messages_owner_id_conversation_id_fkey" FOREIGN KEY ("owner_id", "conversation_id") REFERENCES "conversations"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "messages" ADD CONSTRAINT "messages_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "message_media" ADD CONSTRAINT "message_media_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "message_media" ADD CONSTRAINT "message_media_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_contacts" ADD CONSTRAINT "whatsapp_contacts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "contact_identities" ADD CONSTRAINT "contact_identities_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "checked_numbers" ADD CONSTRAINT "checked_numbers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_restrictions" ADD CONSTRAINT "whatsapp_restrictions_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_gaps" ADD CONSTRAINT "whatsapp_gaps_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_owner_id_conversation_id_fkey" FOREIGN KEY ("owner_id", "conversation_id") REFERENCES "conversations"("owner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "canned_answers" ADD CONSTRAINT "canned_answers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stages" ADD CONSTRAINT "stages_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tags" ADD CONSTRAINT "tags_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_tags" ADD CONSTRAINT "lead_tags_owner_id_tag_id_fkey" FOREIGN KEY ("owner_id", "tag_id") REFERENCES "tags"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_tags" ADD CONSTRAINT "lead_tags_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "own_fields" ADD CONSTRAINT "own_fields_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_values" ADD CONSTRAINT "lead_values_owner_id_field_id_fkey" FOREIGN KEY ("owner_id", "field_id") REFERENCES "own_fields"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_values" ADD CONSTRAINT "lead_values_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "loss_reasons" ADD CONSTRAINT "loss_reasons_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_views" ADD CONSTRAINT "lead_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sends" ADD CONSTRAINT "sends_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sends" ADD CONSTRAINT "sends_chat_message_id_fkey" FOREIGN KEY ("chat_message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sends" ADD CONSTRAINT "sends_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "campaign_recipients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "early_changes" ADD CONSTRAINT "early_changes_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "whatsapp_instances"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "campaign_steps" ADD CONSTRAINT "campaign_steps_owner_id_campaign_id_fkey" FOREIGN KEY ("owner_id", "campaign_id") REFERENCES "campaigns"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "days_off" ADD CONSTRAINT "days_off_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_owner_id_campaign_id_fkey" FOREIGN KEY ("owner_id", "campaign_id") REFERENCES "campaigns"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_owner_id_run_id_fkey" FOREIGN KEY ("owner_id", "run_id") REFERENCES "campaign_runs"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "new_chat_quotas" ADD CONSTRAINT "new_chat_quotas_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "opt_outs" ADD CONSTRAINT "opt_outs_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "opt_out_events" ADD CONSTRAINT "opt_out_events_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "opt_out_reviews" ADD CONSTRAINT "opt_out_reviews_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "opt_out_settings" ADD CONSTRAINT "opt_out_settings_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "events" ADD CONSTRAINT "events_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "event_hours" ADD CONSTRAINT "event_hours_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "suggestion_sets" ADD CONSTRAINT "suggestion_sets_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "suggestion_sets" ADD CONSTRAINT "suggestion_sets_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "suggestion_days" ADD CONSTRAINT "suggestion_days_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_owner_id_import_id_fkey" FOREIGN KEY ("owner_id", "import_id") REFERENCES "imports"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "import_refusals" ADD CONSTRAINT "import_refusals_owner_id_import_id_fkey" FOREIGN KEY ("owner_id", "import_id") REFERENCES "imports"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "registry_import_files" ADD CONSTRAINT "registry_import_files_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "registry_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "registry_refusals" ADD CONSTRAINT "registry_refusals_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "registry_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whatsapp_templates" ADD CONSTRAINT "whatsapp_templates_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "opt_ins" ADD CONSTRAINT "opt_ins_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "message_charges" ADD CONSTRAINT "message_charges_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notes" ADD CONSTRAINT "notes_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_contacts" ADD CONSTRAINT "lead_contacts_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "erased_keys" ADD CONSTRAINT "erased_keys_owner_id_request_id_fkey" FOREIGN KEY ("owner_id", "request_id") REFERENCES "privacy_requests"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- References of which the schema cannot say that deleting what they name clears one of their two columns. They come last: the
-- schema's own are made after every other rule.
ALTER TABLE searches
  DROP CONSTRAINT searches_owner_id_radar_id_fkey,
  ADD CONSTRAINT searches_owner_id_radar_id_fkey FOREIGN KEY (owner_id, radar_id) REFERENCES radars (owner_id, id) ON DELETE SET NULL (radar_id);
ALTER TABLE search_results
  DROP CONSTRAINT search_results_owner_id_lead_id_fkey,
  ADD CONSTRAINT search_results_owner_id_lead_id_fkey FOREIGN KEY (owner_id, lead_id) REFERENCES leads (owner_id, id) ON DELETE SET NULL (lead_id);
ALTER TABLE leads
  DROP CONSTRAINT leads_owner_id_loss_reason_id_fkey,
  ADD CONSTRAINT leads_owner_id_loss_reason_id_fkey FOREIGN KEY (owner_id, loss_reason_id) REFERENCES loss_reasons (owner_id, id) ON UPDATE CASCADE ON DELETE SET NULL (loss_reason_id);
ALTER TABLE imports
  DROP CONSTRAINT imports_owner_id_list_id_fkey,
  ADD CONSTRAINT imports_owner_id_list_id_fkey FOREIGN KEY (owner_id, list_id) REFERENCES lists (owner_id, id) ON DELETE SET NULL (list_id);
ALTER TABLE scheduled_messages
  DROP CONSTRAINT scheduled_messages_owner_id_conversation_id_fkey,
  ADD CONSTRAINT scheduled_messages_owner_id_conversation_id_fkey FOREIGN KEY (owner_id, conversation_id) REFERENCES conversations (owner_id, id) ON DELETE SET NULL (conversation_id);
ALTER TABLE radars
  DROP CONSTRAINT radars_owner_id_list_id_fkey,
  ADD CONSTRAINT radars_owner_id_list_id_fkey FOREIGN KEY (owner_id, list_id) REFERENCES lists (owner_id, id) ON DELETE SET NULL (list_id);
ALTER TABLE radar_findings
  DROP CONSTRAINT radar_findings_owner_id_search_id_fkey,
  ADD CONSTRAINT radar_findings_owner_id_search_id_fkey FOREIGN KEY (owner_id, search_id) REFERENCES searches (owner_id, id) ON DELETE SET NULL (search_id);
ALTER TABLE radar_runs
  DROP CONSTRAINT radar_runs_owner_id_search_id_fkey,
  ADD CONSTRAINT radar_runs_owner_id_search_id_fkey FOREIGN KEY (owner_id, search_id) REFERENCES searches (owner_id, id) ON DELETE SET NULL (search_id);
