-- What a campaign sends after its first message to whom nobody heard from.
CREATE TABLE "campaign_steps" (
  "campaign_id" INTEGER NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "step" SMALLINT NOT NULL,
  "messages" TEXT[] NOT NULL,
  "wait_days" SMALLINT NOT NULL,
  "window_from" TEXT,
  "window_to" TEXT,
  CONSTRAINT "campaign_steps_pkey" PRIMARY KEY ("campaign_id", "step"),
  CONSTRAINT "campaign_steps_step_check" CHECK ("step" BETWEEN 2 AND 5),
  CONSTRAINT "campaign_steps_messages_check" CHECK (cardinality("messages") BETWEEN 1 AND 10),
  CONSTRAINT "campaign_steps_wait_days_check" CHECK ("wait_days" BETWEEN 1 AND 30)
);
ALTER TABLE "campaign_steps" ADD CONSTRAINT "campaign_steps_owner_id_campaign_id_fkey"
  FOREIGN KEY ("owner_id", "campaign_id") REFERENCES "campaigns"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "days_off" (
  "owner_id" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "name" TEXT NOT NULL,
  CONSTRAINT "days_off_pkey" PRIMARY KEY ("owner_id", "day")
);
ALTER TABLE "days_off" ADD CONSTRAINT "days_off_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "campaign_recipients"
  ADD COLUMN "step" SMALLINT NOT NULL DEFAULT 1,
  ADD COLUMN "due_at" TIMESTAMPTZ(3),
  ADD COLUMN "continued_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "campaign_recipients_step_check" CHECK ("step" BETWEEN 1 AND 5 AND ("step" > 1) = ("due_at" IS NOT NULL)),
  DROP CONSTRAINT "campaign_recipients_cause_check",
  ADD CONSTRAINT "campaign_recipients_cause_check" CHECK ("cause" IN
    ('no_whatsapp', 'refused', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'answered', 'lead_deleted', 'stopped',
     'unconfirmed', 'restricted', 'recent', 'held_back', 'template_refused', 'no_opt_in',
     'reacted', 'moved', 'number_changed', 'in_sequence', 'late', 'step_removed'));

-- A person gets each step of a run once, and waits for a follow-up of one run at a time.
DROP INDEX "campaign_recipients_run_id_phone_key_key";
CREATE UNIQUE INDEX "campaign_recipients_run_id_phone_key_step_key" ON "campaign_recipients" ("run_id", "phone_key", "step");
CREATE UNIQUE INDEX "campaign_recipients_one_sequence" ON "campaign_recipients" ("owner_id", "phone_key")
  WHERE "step" > 1 AND "state" IN ('pending', 'sending');

-- How many follow-ups of an account are due on a day.
CREATE INDEX "campaign_recipients_due_idx" ON "campaign_recipients" ("owner_id", "due_at")
  WHERE "step" > 1 AND "state" = 'pending';

-- A run that only follows up leaves room for another one.
ALTER TABLE "campaign_runs" ADD COLUMN "following_since" TIMESTAMPTZ(3);
DROP INDEX "campaign_runs_one_active";
CREATE UNIQUE INDEX "campaign_runs_one_active" ON "campaign_runs" ("owner_id")
  WHERE "status" IN ('pending', 'running') AND "following_since" IS NULL;
ALTER TABLE "campaign_runs" DROP CONSTRAINT "campaign_runs_wait_cause_check";
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_wait_cause_check" CHECK ("wait_cause" IN
  ('person', 'guard', 'window', 'cap', 'step', 'disconnected', 'restricted', 'templates', 'unreachable', 'passing'));
