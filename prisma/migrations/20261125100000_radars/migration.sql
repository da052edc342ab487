-- Searches that run again and bring what is new.
ALTER TABLE "searches" ADD COLUMN "credit_limit" INTEGER, ADD COLUMN "radar_id" INTEGER;

CREATE TABLE "radars" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "question" JSONB NOT NULL,
    "cadence" TEXT NOT NULL,
    "changes" TEXT[] NOT NULL,
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
CREATE INDEX "searches_owner_id_radar_id_idx" ON "searches"("owner_id", "radar_id");
ALTER TABLE "searches" ADD CONSTRAINT "searches_owner_id_radar_id_fkey" FOREIGN KEY ("owner_id", "radar_id") REFERENCES "radars"("owner_id", "id") ON DELETE SET NULL ("radar_id") ON UPDATE NO ACTION;
ALTER TABLE "radars" ADD CONSTRAINT "radars_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radars" ADD CONSTRAINT "radars_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE SET NULL ("list_id") ON UPDATE NO ACTION;
ALTER TABLE "radar_runs" ADD CONSTRAINT "radar_runs_owner_id_radar_id_fkey" FOREIGN KEY ("owner_id", "radar_id") REFERENCES "radars"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_runs" ADD CONSTRAINT "radar_runs_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE SET NULL ("search_id") ON UPDATE NO ACTION;
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_owner_id_radar_id_fkey" FOREIGN KEY ("owner_id", "radar_id") REFERENCES "radars"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_owner_id_run_id_fkey" FOREIGN KEY ("owner_id", "run_id") REFERENCES "radar_runs"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_owner_id_search_id_fkey" FOREIGN KEY ("owner_id", "search_id") REFERENCES "searches"("owner_id", "id") ON DELETE SET NULL ("search_id") ON UPDATE NO ACTION;

ALTER TABLE "searches" ADD CONSTRAINT "searches_credit_limit_check" CHECK ("credit_limit" >= 0);
ALTER TABLE "radars"
  ADD CONSTRAINT "radars_kind_check" CHECK ("kind" IN ('registry', 'pages', 'maps')),
  ADD CONSTRAINT "radars_cadence_check" CHECK (
    CASE "kind" WHEN 'registry' THEN "cadence" = 'import' ELSE "cadence" IN ('week', 'month') END),
  ADD CONSTRAINT "radars_name_check" CHECK (length("name") BETWEEN 1 AND 80),
  ADD CONSTRAINT "radars_budget_check" CHECK ("credit_budget" BETWEEN 1 AND 500),
  ADD CONSTRAINT "radars_month_check" CHECK (("import_id" IS NULL) = ("month" IS NULL)),
  ADD CONSTRAINT "radars_next_run_check" CHECK ("kind" = 'registry' OR "next_run_at" IS NOT NULL);
ALTER TABLE "radar_runs"
  ADD CONSTRAINT "radar_runs_status_check" CHECK ("status" IN ('processing', 'completed', 'error')),
  ADD CONSTRAINT "radar_runs_step_check" CHECK ("step" IN ('appeared', 'closed', 'save', 'wait', 'check')),
  ADD CONSTRAINT "radar_runs_month_check" CHECK (("import_id" IS NULL) = ("month" IS NULL)),
  ADD CONSTRAINT "radar_runs_attempts_check" CHECK ("attempts" BETWEEN 0 AND 8);
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_change_check"
  CHECK ("change" IN ('opened', 'reopened', 'moved', 'contact_changed', 'closed', 'found', 'known'));

-- One run of a radar at a time.
CREATE UNIQUE INDEX "radar_runs_radar_id_processing_key" ON "radar_runs"("radar_id") WHERE "status" = 'processing';
CREATE INDEX "radar_runs_processing_idx" ON "radar_runs"("owner_id", "id") WHERE "status" = 'processing';
CREATE INDEX "radars_next_run_at_idx" ON "radars"("next_run_at") WHERE "is_on" AND "next_run_at" IS NOT NULL;
CREATE INDEX "radar_findings_unseen_idx" ON "radar_findings"("owner_id", "radar_id", "change") WHERE "seen_at" IS NULL;
CREATE INDEX "radar_findings_unsaved_idx" ON "radar_findings"("radar_id", "id") WHERE NOT "saved" AND "change" <> 'closed';

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits', 'radar_found'));
