-- Whether a subscription is for one of our prices, and whether it can take money again.
ALTER TABLE "billings"
  ADD COLUMN "is_pro" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "can_charge" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "bought_by_owner" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "resumed_at" TIMESTAMPTZ(3),
  DROP COLUMN "checkout_at";
UPDATE "billings" SET "can_charge" = true
WHERE "source" = 'stripe' AND ("status" IN ('past_due', 'unpaid')
                               OR "status" IN ('active', 'trial') AND NOT "cancel_at_period_end");
ALTER TABLE "billings"
  ADD CONSTRAINT "billings_is_pro_check" CHECK ("is_pro" OR NOT ("gives_pro" OR "can_charge"));

-- The invoice that a subscription was bought with.
ALTER TABLE "billing_invoices" ADD COLUMN "is_first" BOOLEAN NOT NULL DEFAULT false;

-- An account changes its plan once at a time.
ALTER TABLE "billing_accounts" ADD COLUMN "changing_until" TIMESTAMPTZ(3);

-- An order refunds one payment, that of a purchase made twice, and nothing else does.
ALTER TABLE "billing_orders" ADD COLUMN "payment_intent" TEXT;
ALTER TABLE "billing_orders" DROP CONSTRAINT "billing_orders_reason_check";
UPDATE "billing_orders" o SET "payment_intent" = (
  SELECT i."payment_intent" FROM "billing_invoices" i JOIN "billings" b ON b."id" = i."billing_id"
  WHERE b."stripe_subscription_id" = o."subscription_id" AND i."status" = 'paid' AND i."amount_cents" > 0
  ORDER BY i."created_at", i."id" LIMIT 1)
WHERE "kind" = 'refund' AND "reason" = 'duplicate' AND "done_at" IS NULL AND "failed_at" IS NULL;
DELETE FROM "billing_orders" o
WHERE "kind" = 'refund' AND "done_at" IS NULL AND "failed_at" IS NULL AND "payment_intent" IS NULL
  AND EXISTS (SELECT 1 FROM "billing_orders" c WHERE c."kind" = 'cancel' AND c."subscription_id" = o."subscription_id");
UPDATE "billing_orders" SET "kind" = 'cancel'
WHERE "kind" = 'refund' AND "done_at" IS NULL AND "failed_at" IS NULL AND "payment_intent" IS NULL;
ALTER TABLE "billing_orders"
  ADD CONSTRAINT "billing_orders_reason_check"
    CHECK ("reason" IN ('account_closed', 'duplicate', 'second_subscription', 'taken_back')),
  -- Orders that are over may be older than this rule.
  ADD CONSTRAINT "billing_orders_refund_check"
    CHECK ("kind" = 'cancel' OR "payment_intent" IS NOT NULL AND "reason" = 'duplicate'
           OR "done_at" IS NOT NULL OR "failed_at" IS NOT NULL);
CREATE UNIQUE INDEX "billing_orders_refund_key" ON "billing_orders" ("payment_intent") WHERE "kind" = 'refund';

-- Signed bodies that are no event we can read, as they came.
CREATE TABLE "billing_unread_events" (
    "id" SERIAL NOT NULL,
    "sha256" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_unread_events_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "billing_unread_events_sha256_key" ON "billing_unread_events"("sha256");
CREATE INDEX "billing_unread_events_received_at_idx" ON "billing_unread_events"("received_at");

-- Another product's subscription is not ours to end.
CREATE OR REPLACE FUNCTION order_cancellation_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing_orders (kind, user_id, subscription_id, reason)
  SELECT 'cancel', OLD.id, stripe_subscription_id, 'account_closed' FROM billings
  WHERE user_id = OLD.id AND source = 'stripe' AND status <> 'canceled' AND is_pro
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
