-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "whatsapp" TEXT,
    "password_hash" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "daily_limit" INTEGER NOT NULL DEFAULT 20,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "user_agent" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leads" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "source" TEXT NOT NULL,
    "website" TEXT,
    "site_host" TEXT,
    "whatsapp" TEXT,
    "whatsapp_key" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "address" TEXT,
    "city" TEXT,
    "state" TEXT,
    "cnpj" TEXT,
    "cnae" TEXT,
    "proprietario" TEXT,
    "obs" TEXT,
    "ai_obs" TEXT,
    "evidence" JSONB,
    "contacted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "leads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "list_leads" (
    "list_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_leads_pkey" PRIMARY KEY ("list_id","lead_id")
);

-- CreateTable
CREATE TABLE "searches" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "list_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "start_page" INTEGER NOT NULL,
    "end_page" INTEGER NOT NULL,
    "last_page" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'processing',
    "stop_at" TIMESTAMPTZ(3),
    "left_out" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "searches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_sites" (
    "id" SERIAL NOT NULL,
    "search_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "site_key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'pending',
    "detail" TEXT,

    CONSTRAINT "search_sites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "credit_days" (
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "reserved" INTEGER NOT NULL DEFAULT 0,
    "daily_limit" INTEGER,

    CONSTRAINT "credit_days_pkey" PRIMARY KEY ("owner_id","day")
);

-- CreateTable
CREATE TABLE "credit_reservations" (
    "search_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "amount" INTEGER NOT NULL,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "credit_reservations_pkey" PRIMARY KEY ("search_id")
);

-- CreateTable
CREATE TABLE "whatsapp_instances" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_ref" TEXT NOT NULL,
    "sealed_token" TEXT,
    "webhook_hash" BYTEA NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'DISCONNECTED',
    "number" TEXT,
    "qr_code" TEXT,
    "qr_image" TEXT,
    "qr_at" TIMESTAMPTZ(3),
    "own_message_ids" BOOLEAN NOT NULL DEFAULT false,
    "connected_at" TIMESTAMPTZ(3),
    "disconnected_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "whatsapp_instances_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversations" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "chat_id" TEXT NOT NULL,
    "name" TEXT,
    "last_message" TEXT,
    "last_message_at" TIMESTAMPTZ(3),
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "conversation_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "content" TEXT,
    "status_rank" INTEGER NOT NULL DEFAULT 1,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "early_receipts" (
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "status_rank" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "early_receipts_pkey" PRIMARY KEY ("instance_id","provider_message_id")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT,
    "num_leads" INTEGER NOT NULL,
    "messages" TEXT[],
    "list_ids" INTEGER[],
    "repeat_leads" BOOLEAN NOT NULL DEFAULT false,
    "scheduled_at" TIMESTAMPTZ(3),
    "recurrence" TEXT NOT NULL DEFAULT 'none',
    "next_run_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_runs" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "scheduled_for" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "error_message" TEXT,
    "stop_at" TIMESTAMPTZ(3),
    "next_send_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "campaign_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_recipients" (
    "id" SERIAL NOT NULL,
    "run_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER,
    "phone_key" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "variant" INTEGER NOT NULL,
    "text" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "message_id" TEXT,
    "provider_message_id" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "detail" TEXT,
    "settled_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "campaign_recipients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "opt_outs" (
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "opt_outs_pkey" PRIMARY KEY ("owner_id","phone_key")
);

-- CreateTable
CREATE TABLE "events" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "credits_used" INTEGER NOT NULL DEFAULT 0,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "worker_id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("worker_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "leads_owner_id_site_host_idx" ON "leads"("owner_id", "site_host");

-- CreateIndex
CREATE INDEX "leads_owner_id_created_at_id_idx" ON "leads"("owner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "leads_owner_id_status_idx" ON "leads"("owner_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "leads_owner_id_id_key" ON "leads"("owner_id", "id");

-- CreateIndex
CREATE INDEX "lists_owner_id_created_at_idx" ON "lists"("owner_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "lists_owner_id_id_key" ON "lists"("owner_id", "id");

-- CreateIndex
CREATE INDEX "list_leads_lead_id_idx" ON "list_leads"("lead_id");

-- CreateIndex
CREATE UNIQUE INDEX "searches_list_id_key" ON "searches"("list_id");

-- CreateIndex
CREATE INDEX "searches_owner_id_created_at_idx" ON "searches"("owner_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "searches_owner_id_id_key" ON "searches"("owner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "searches_owner_id_list_id_key" ON "searches"("owner_id", "list_id");

-- CreateIndex
CREATE INDEX "search_sites_search_id_outcome_idx" ON "search_sites"("search_id", "outcome");

-- CreateIndex
CREATE UNIQUE INDEX "search_sites_search_id_site_key_key" ON "search_sites"("search_id", "site_key");

-- CreateIndex
CREATE INDEX "credit_entries_owner_id_day_idx" ON "credit_entries"("owner_id", "day");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entries_owner_id_lead_id_key" ON "credit_entries"("owner_id", "lead_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_reservations_owner_id_search_id_key" ON "credit_reservations"("owner_id", "search_id");

-- CreateIndex
CREATE UNIQUE INDEX "whatsapp_instances_owner_id_key" ON "whatsapp_instances"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "whatsapp_instances_provider_ref_key" ON "whatsapp_instances"("provider_ref");

-- CreateIndex
CREATE UNIQUE INDEX "whatsapp_instances_webhook_hash_key" ON "whatsapp_instances"("webhook_hash");

-- CreateIndex
CREATE UNIQUE INDEX "whatsapp_instances_owner_id_id_key" ON "whatsapp_instances"("owner_id", "id");

-- CreateIndex
CREATE INDEX "conversations_owner_id_last_message_at_idx" ON "conversations"("owner_id", "last_message_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "conversations_owner_id_phone_key_key" ON "conversations"("owner_id", "phone_key");

-- CreateIndex
CREATE UNIQUE INDEX "conversations_owner_id_id_key" ON "conversations"("owner_id", "id");

-- CreateIndex
CREATE INDEX "messages_conversation_id_sent_at_id_idx" ON "messages"("conversation_id", "sent_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "messages_instance_id_provider_message_id_key" ON "messages"("instance_id", "provider_message_id");

-- CreateIndex
CREATE INDEX "campaigns_owner_id_created_at_idx" ON "campaigns"("owner_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "campaigns_next_run_at_idx" ON "campaigns"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "campaigns_owner_id_id_key" ON "campaigns"("owner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_runs_campaign_id_scheduled_for_key" ON "campaign_runs"("campaign_id", "scheduled_for");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_runs_owner_id_id_key" ON "campaign_runs"("owner_id", "id");

-- CreateIndex
CREATE INDEX "campaign_recipients_run_id_state_id_idx" ON "campaign_recipients"("run_id", "state", "id");

-- CreateIndex
CREATE INDEX "campaign_recipients_owner_id_phone_key_idx" ON "campaign_recipients"("owner_id", "phone_key");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_recipients_run_id_phone_key_key" ON "campaign_recipients"("run_id", "phone_key");

-- CreateIndex
CREATE INDEX "events_owner_id_occurred_at_id_idx" ON "events"("owner_id", "occurred_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lists" ADD CONSTRAINT "lists_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_leads" ADD CONSTRAINT "list_leads_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_leads" ADD CONSTRAINT "list_leads_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "searches" ADD CONSTRAINT "searches_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "searches" ADD CONSTRAINT "searches_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_sites" ADD CONSTRAINT "search_sites_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_days" ADD CONSTRAINT "credit_days_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_reservations" ADD CONSTRAINT "credit_reservations_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "whatsapp_instances" ADD CONSTRAINT "whatsapp_instances_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_owner_id_conversation_id_fkey" FOREIGN KEY ("owner_id", "conversation_id") REFERENCES "conversations"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_owner_id_campaign_id_fkey" FOREIGN KEY ("owner_id", "campaign_id") REFERENCES "campaigns"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_owner_id_run_id_fkey" FOREIGN KEY ("owner_id", "run_id") REFERENCES "campaign_runs"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opt_outs" ADD CONSTRAINT "opt_outs_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Ids 1 to 4 are never given to somebody who registers: 4 is the administrator.
ALTER SEQUENCE "users_id_seq" RESTART WITH 5;
CREATE UNIQUE INDEX "users_email_lower_key" ON "users" (lower("email"));
ALTER TABLE "users"
  ADD CONSTRAINT "users_plan_check" CHECK ("plan" IN ('free', 'paid', 'pro')),
  ADD CONSTRAINT "users_daily_limit_check" CHECK ("daily_limit" >= 0);
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind_check" CHECK ("kind" IN ('browser', 'api'));

-- One company, one lead, per owner.
CREATE UNIQUE INDEX "leads_owner_whatsapp_key" ON "leads" ("owner_id", "whatsapp_key") WHERE "whatsapp_key" IS NOT NULL;
CREATE UNIQUE INDEX "leads_owner_cnpj_key" ON "leads" ("owner_id", "cnpj") WHERE "cnpj" IS NOT NULL;
ALTER TABLE "leads"
  ADD CONSTRAINT "leads_status_check" CHECK ("status" IN
    ('pending', 'new', 'contacted', 'sent', 'answered', 'responded', 'closed', 'failed', 'opted_out'));
-- A number that belongs to nobody in particular has no key, and a key has its number.
ALTER TABLE "leads" ADD CONSTRAINT "leads_whatsapp_key_check" CHECK (("whatsapp" IS NULL) = ("whatsapp_key" IS NULL));
-- A campaign picks never-contacted leads by this.
CREATE INDEX "leads_never_contacted_idx" ON "leads" ("owner_id", "id")
  WHERE "contacted_at" IS NULL AND "whatsapp_key" IS NOT NULL;

-- unaccent(text) is only STABLE because its dictionary may change; naming the dictionary makes it safe to store.
CREATE FUNCTION search_form(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));
ALTER TABLE "leads" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  search_form(
    coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("whatsapp", '') || ' ' ||
    coalesce("email", '') || ' ' || coalesce("website", '') || ' ' || coalesce("cnpj", '') || ' ' || coalesce("obs", '')
  )
) STORED;
CREATE INDEX "leads_search_idx" ON "leads" USING gin ("owner_id", "search_text" gin_trgm_ops);

ALTER TABLE "lists" ADD CONSTRAINT "lists_status_check" CHECK ("status" IN ('processing', 'completed', 'error'));
ALTER TABLE "searches" ADD CONSTRAINT "searches_status_check" CHECK ("status" IN ('processing', 'completed', 'error'));
ALTER TABLE "search_sites" ADD CONSTRAINT "search_sites_outcome_check"
  CHECK ("outcome" IN ('pending', 'created', 'linked', 'left_out', 'empty', 'failed'));
CREATE INDEX "searches_processing_idx" ON "searches" ("lease_until") WHERE "status" = 'processing';

-- No concurrency may spend below zero.
ALTER TABLE "credit_days" ADD CONSTRAINT "credit_days_balance_check" CHECK
  ("used" >= 0 AND "reserved" >= 0 AND ("daily_limit" IS NULL OR "used" + "reserved" <= "daily_limit"));
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_amount_check" CHECK ("amount" > 0);
ALTER TABLE "credit_reservations" ADD CONSTRAINT "credit_reservations_amount_check" CHECK ("amount" >= 0);
-- The ledger is append-only; only the deletion of a whole account takes its rows along.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = OLD."owner_id") THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'credit_entries is append-only';
END $$;
CREATE TRIGGER "credit_entries_append_only" BEFORE UPDATE OR DELETE ON "credit_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

ALTER TABLE "whatsapp_instances" ADD CONSTRAINT "whatsapp_instances_status_check"
  CHECK ("status" IN ('CONNECTED', 'CONNECTING', 'DISCONNECTED'));
ALTER TABLE "messages" ADD CONSTRAINT "messages_direction_check" CHECK ("direction" IN ('in', 'out'));

-- One active run per owner: the rule, not a check before an insert.
CREATE UNIQUE INDEX "campaign_runs_one_active" ON "campaign_runs" ("owner_id") WHERE "status" IN ('pending', 'running');
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_status_check"
  CHECK ("status" IN ('pending', 'running', 'completed', 'stopped', 'error'));
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_state_check"
  CHECK ("state" IN ('pending', 'sending', 'sent', 'failed', 'skipped', 'unknown'));
-- A message that may be on its way has its id written down.
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_sending_check"
  CHECK ("state" <> 'sending' OR ("message_id" IS NOT NULL AND "claimed_at" IS NOT NULL AND "text" IS NOT NULL));
CREATE INDEX "campaign_recipients_provider_idx" ON "campaign_recipients" ("owner_id", "provider_message_id")
  WHERE "provider_message_id" IS NOT NULL;
ALTER TABLE "campaigns"
  ADD CONSTRAINT "campaigns_num_leads_check" CHECK ("num_leads" BETWEEN 1 AND 210),
  ADD CONSTRAINT "campaigns_messages_check" CHECK (cardinality("messages") BETWEEN 1 AND 10),
  ADD CONSTRAINT "campaigns_recurrence_check" CHECK ("recurrence" IN ('none', 'daily', 'weekly', 'weekdays'));

-- Counters of rate-limiter-flexible. Losing them in a crash loses nothing but a limit's memory.
CREATE UNLOGGED TABLE "rate_limits" (
  "key" varchar(255) PRIMARY KEY,
  "points" integer NOT NULL DEFAULT 0,
  "expire" bigint
);
