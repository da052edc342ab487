-- Money in whole centavos, who a record comes from, and what it is worth.
ALTER TABLE "billings" ADD COLUMN "price_cents" INTEGER;
UPDATE "billings" SET "price_cents" = round("price" * 100);
ALTER TABLE "billings" ALTER COLUMN "price_cents" SET NOT NULL, DROP COLUMN "price";
ALTER TABLE "billings"
  ADD COLUMN "source" TEXT NOT NULL DEFAULT 'admin',
  ADD COLUMN "gives_pro" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "pro_until" TIMESTAMPTZ(3),
  ADD COLUMN "failed_at" TIMESTAMPTZ(3),
  ADD COLUMN "checkout_at" TIMESTAMPTZ(3),
  ADD COLUMN "canceled_at" TIMESTAMPTZ(3),
  ADD COLUMN "compared_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "billing_accounts" (
    "user_id" INTEGER NOT NULL,
    "sync_no" INTEGER NOT NULL DEFAULT 0,
    "applied_no" INTEGER NOT NULL DEFAULT 0,
    "gave_pro" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "billing_customers" (
    "customer_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "billing_customers_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "billing_invoices" (
    "id" TEXT NOT NULL,
    "billing_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "plan" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "dispute" TEXT,
    "payment_intent" TEXT,
    "receipt_url" TEXT,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "finalized_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_invoices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "billing_orders" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
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

-- CreateTable
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

-- CreateIndex
CREATE INDEX "billing_customers_user_id_idx" ON "billing_customers"("user_id");

-- CreateIndex
CREATE INDEX "billing_invoices_user_id_created_at_idx" ON "billing_invoices"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "billing_invoices_billing_id_idx" ON "billing_invoices"("billing_id");

-- CreateIndex
CREATE INDEX "billing_invoices_payment_intent_idx" ON "billing_invoices"("payment_intent");

-- CreateIndex
CREATE INDEX "billing_invoices_paid_at_idx" ON "billing_invoices"("paid_at");

-- CreateIndex
CREATE UNIQUE INDEX "billing_events_event_id_key" ON "billing_events"("event_id");

-- CreateIndex
CREATE INDEX "billing_events_received_at_idx" ON "billing_events"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "billing_orders_kind_subscription_id_key" ON "billing_orders"("kind", "subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "billing_alerts_kind_subject_key" ON "billing_alerts"("kind", "subject");

-- CreateIndex
CREATE INDEX "billings_stripe_customer_id_idx" ON "billings"("stripe_customer_id");

-- CreateIndex
CREATE INDEX "billings_stripe_subscription_id_idx" ON "billings"("stripe_subscription_id");

-- AddForeignKey
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_billing_id_fkey" FOREIGN KEY ("billing_id") REFERENCES "billings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE "billings" DROP CONSTRAINT "billings_status_check";
ALTER TABLE "billings"
  ADD CONSTRAINT "billings_status_check"
    CHECK ("status" IN ('active', 'canceled', 'past_due', 'unpaid', 'trial', 'incomplete', 'paused')),
  ADD CONSTRAINT "billings_price_cents_check" CHECK ("price_cents" >= 0),
  ADD CONSTRAINT "billings_source_check" CHECK ("source" IN ('admin', 'stripe')),
  ADD CONSTRAINT "billings_pro_until_check" CHECK ("gives_pro" OR "pro_until" IS NULL);
-- A subscription of the payment provider has one record; an administrator may write what they wish.
CREATE UNIQUE INDEX "billings_subscription_key" ON "billings" ("stripe_subscription_id") WHERE "source" = 'stripe';
CREATE INDEX "billings_pro_until_idx" ON "billings" ("pro_until") WHERE "gives_pro";

ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_applied_check" CHECK ("applied_no" <= "sync_no");

ALTER TABLE "billing_invoices"
  ADD CONSTRAINT "billing_invoices_status_check" CHECK ("status" IN ('draft', 'open', 'paid', 'uncollectible', 'void')),
  ADD CONSTRAINT "billing_invoices_dispute_check" CHECK ("dispute" IN ('open', 'lost', 'won')),
  ADD CONSTRAINT "billing_invoices_refund_check" CHECK ("refunded_cents" >= 0);

ALTER TABLE "billing_events"
  ADD CONSTRAINT "billing_events_state_check"
    CHECK ("state" IN ('unmatched', 'pending', 'done', 'failed', 'ignored')),
  -- Nothing is done for nobody, and what has an account is not unmatched.
  ADD CONSTRAINT "billing_events_account_check"
    CHECK ("state" = 'ignored' OR ("user_id" IS NULL) = ("state" = 'unmatched')),
  ADD CONSTRAINT "billing_events_attempts_check" CHECK ("attempts" BETWEEN 0 AND 10);
CREATE INDEX "billing_events_pending_idx" ON "billing_events" ("user_id", "id") WHERE "state" = 'pending';
CREATE INDEX "billing_events_unmatched_idx" ON "billing_events" ("id") WHERE "state" = 'unmatched';
CREATE INDEX "billing_events_failures_idx" ON "billing_events" ("invoice_id", "created_at")
  WHERE "type" = 'invoice.payment_failed';

ALTER TABLE "billing_orders"
  ADD CONSTRAINT "billing_orders_kind_check" CHECK ("kind" IN ('cancel', 'refund')),
  ADD CONSTRAINT "billing_orders_reason_check" CHECK ("reason" IN ('account_closed', 'duplicate')),
  ADD CONSTRAINT "billing_orders_outcome_check" CHECK ("done_at" IS NULL OR "failed_at" IS NULL),
  ADD CONSTRAINT "billing_orders_attempts_check" CHECK ("attempts" BETWEEN 0 AND 10);
CREATE INDEX "billing_orders_waiting_idx" ON "billing_orders" ("id") WHERE "done_at" IS NULL AND "failed_at" IS NULL;
CREATE INDEX "billing_orders_user_idx" ON "billing_orders" ("user_id");
CREATE INDEX "billing_alerts_open_idx" ON "billing_alerts" ("id") WHERE "resolved_at" IS NULL;

-- However an account is deleted, nobody goes on paying for it: the order outlives the account.
CREATE FUNCTION order_cancellation_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing_orders (kind, user_id, subscription_id, reason)
  SELECT 'cancel', OLD.id, stripe_subscription_id, 'account_closed' FROM billings
  WHERE user_id = OLD.id AND source = 'stripe' AND status <> 'canceled'
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
CREATE TRIGGER "users_cancel_subscriptions" BEFORE DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION order_cancellation_of_deleted_account();

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'billing.created', 'billing.deleted',
                      'billing.event_retried', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back'));
