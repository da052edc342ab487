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
