-- Addresses of an owner that are told what happens, and what each was told.
CREATE TABLE "webhook_endpoints" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "url" TEXT NOT NULL,
    "events" TEXT[] NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoints_url_check" CHECK (length("url") BETWEEN 1 AND 1000),
    CONSTRAINT "webhook_endpoints_events_check" CHECK (
      cardinality("events") >= 1
      AND "events" <@ ARRAY['lead.created', 'lead.answered', 'lead.opted_out', 'campaign.finished', 'search.finished',
                            'message.received']
    ),
    -- Only what is switched off has a reason, and a person's own decision needs none.
    CONSTRAINT "webhook_endpoints_disabled_check" CHECK (
      "disabled_reason" IS NULL OR (NOT "active" AND "disabled_reason" IN ('failing', 'gone'))
    )
);
CREATE INDEX "webhook_endpoints_owner_id_idx" ON "webhook_endpoints"("owner_id");

CREATE TABLE "webhook_deliveries" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "endpoint_id" INTEGER NOT NULL REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE,
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
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_state_check" CHECK ("state" IN ('waiting', 'delivered', 'failed')),
    CONSTRAINT "webhook_deliveries_attempts_check" CHECK ("attempts" BETWEEN 0 AND 10)
);
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id" DESC);
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" ("endpoint_id") WHERE "state" = 'waiting';
CREATE INDEX "webhook_deliveries_active_idx" ON "webhook_deliveries" ("owner_id", "id") WHERE "state" = 'waiting';
