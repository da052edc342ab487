-- What a person means to do, for a lead or for nothing in particular.
CREATE TABLE "tasks" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "lead_id" INTEGER,
    "what" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'other',
    "due_on" DATE NOT NULL,
    "due_time" TIME(0),
    -- From when on it is late: its hour in São Paulo, or the end of its day.
    "due_by" TIMESTAMPTZ(3) NOT NULL GENERATED ALWAYS AS (
      CASE WHEN "due_time" IS NULL THEN ("due_on" + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
           ELSE ("due_on" + "due_time") AT TIME ZONE 'America/Sao_Paulo' END) STORED,
    "reminded_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tasks_what_check" CHECK (char_length("what") BETWEEN 1 AND 200),
    CONSTRAINT "tasks_kind_check" CHECK ("kind" IN ('call', 'message', 'visit', 'other'))
);

-- A task of another owner's lead cannot be written; without a lead the reference is not looked at.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_lead_id_fkey"
  FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "tasks_open_idx" ON "tasks" ("owner_id", "due_by", "id") WHERE "done_at" IS NULL;
CREATE INDEX "tasks_open_of_lead_idx" ON "tasks" ("owner_id", "lead_id", "due_by", "id") WHERE "done_at" IS NULL;
CREATE INDEX "tasks_done_idx" ON "tasks" ("owner_id", "done_at" DESC, "id" DESC) WHERE "done_at" IS NOT NULL;
CREATE INDEX "tasks_to_remind_idx" ON "tasks" ("due_by")
  WHERE "done_at" IS NULL AND "reminded_at" IS NULL AND "due_time" IS NOT NULL;
CREATE INDEX "tasks_done_at_idx" ON "tasks" ("done_at") WHERE "done_at" IS NOT NULL;
-- Deleting a lead looks for its tasks, done ones too.
CREATE INDEX "tasks_lead_idx" ON "tasks" ("owner_id", "lead_id") WHERE "lead_id" IS NOT NULL;

-- They come back with their lead.
ALTER TABLE "deleted_leads" ADD COLUMN "tasks" JSONB NOT NULL DEFAULT '[]';

-- Addresses can be told that the hour of a task has come.
ALTER TABLE "webhook_endpoints"
  DROP CONSTRAINT "webhook_endpoints_events_check",
  ADD CONSTRAINT "webhook_endpoints_events_check" CHECK (
    cardinality("events") >= 1
    AND "events" <@ ARRAY['lead.created', 'lead.answered', 'lead.opted_out', 'campaign.finished', 'search.finished',
                          'message.received', 'task.due']
  );
