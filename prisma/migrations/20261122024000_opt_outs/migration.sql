-- How a number came to be never written to, and its confirmation.
ALTER TABLE "opt_outs"
    ADD COLUMN "id" SERIAL NOT NULL,
    ADD COLUMN "number" TEXT,
    ADD COLUMN "source" TEXT NOT NULL DEFAULT 'reply',
    ADD COLUMN "words" TEXT,
    ADD COLUMN "provider_message_id" TEXT,
    ADD COLUMN "said_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "confirm_by" TIMESTAMPTZ(3),
    ADD CONSTRAINT "opt_outs_source_check" CHECK ("source" IN ('reply', 'person', 'import'));
UPDATE "opt_outs" SET "said_at" = "created_at";
CREATE UNIQUE INDEX "opt_outs_owner_id_id_key" ON "opt_outs"("owner_id", "id");
-- Few rows at any time: each is read by every sweep.
CREATE INDEX "opt_outs_confirm_by_idx" ON "opt_outs"("confirm_by") WHERE "confirm_by" IS NOT NULL;

-- What was said and decided about being written to, for ever. A message has each effect once.
CREATE TABLE "opt_out_events" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "phone_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "words" TEXT,
    "reason" TEXT,
    "provider_message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "opt_out_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "opt_out_events_kind_check" CHECK ("kind" IN
      ('opted_out', 'returned', 'flagged', 'dismissed', 'added', 'imported', 'removed', 'confirmed'))
);
CREATE UNIQUE INDEX "opt_out_events_owner_id_provider_message_id_kind_key"
    ON "opt_out_events"("owner_id", "provider_message_id", "kind");
CREATE INDEX "opt_out_events_owner_id_phone_key_created_at_idx"
    ON "opt_out_events"("owner_id", "phone_key", "created_at");

-- Replies that may ask for no more messages, until a person decides.
CREATE TABLE "opt_out_reviews" (
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "phone_key" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "said_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "opt_out_reviews_pkey" PRIMARY KEY ("owner_id", "phone_key")
);

-- Without a row everything is as by default.
CREATE TABLE "opt_out_settings" (
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "confirms" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "opt_out_settings_pkey" PRIMARY KEY ("owner_id")
);
