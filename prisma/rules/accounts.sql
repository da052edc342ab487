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

-- A new account begins with the first stages and reasons of loss.
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
