-- What the schema cannot say of the tables of prisma/schema/accounts.prisma.

-- The ledger is append-only; only the deletion of a whole account takes its rows along, at once or in batches.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (
    NOT EXISTS (SELECT 1 FROM "accounts" WHERE "id" = OLD."owner_id")
    OR EXISTS (SELECT 1 FROM "account_deletions" WHERE "owner_id" = OLD."owner_id"
               AND "started_at" IS NOT NULL AND "completed_at" IS NULL)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'credit_entries is append-only';
END $$;

-- A person who comes without an account founds one, which gets their number.
CREATE FUNCTION found_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' THEN
    NEW.account_id := coalesce(NEW.account_id, NEW.id);
    RETURN NEW;
  END IF;
  INSERT INTO accounts (id, created_at, plan, daily_limit, is_active, conversion_objective, business_name,
                        business_description, website, deletion_at, erased_at)
  VALUES (NEW.id, NEW.created_at, NEW.plan, NEW.daily_limit, NEW.is_active, NEW.conversion_objective, NEW.business_name,
          NEW.business_description, NEW.website, NEW.deletion_at, NEW.erased_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Processes of the version before know an account by its founder's row: what they change there is changed in the account.
CREATE FUNCTION follow_founder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM accounts WHERE id = OLD.id;
    RETURN NULL;
  END IF;
  UPDATE accounts AS a
  SET plan = NEW.plan, daily_limit = NEW.daily_limit, is_active = NEW.is_active,
      conversion_objective = NEW.conversion_objective, business_name = NEW.business_name,
      business_description = NEW.business_description, website = NEW.website, deletion_at = NEW.deletion_at,
      erased_at = NEW.erased_at
  WHERE a.id = NEW.id
    AND (a.plan, a.daily_limit, a.is_active, a.conversion_objective, a.business_name, a.business_description, a.website,
         a.deletion_at, a.erased_at)
      IS DISTINCT FROM (NEW.plan, NEW.daily_limit, NEW.is_active, NEW.conversion_objective, NEW.business_name,
                        NEW.business_description, NEW.website, NEW.deletion_at, NEW.erased_at);
  RETURN NULL;
END $$;

-- And the other way round, for what they read.
CREATE FUNCTION follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users AS u
  SET plan = NEW.plan, daily_limit = NEW.daily_limit, is_active = NEW.is_active,
      conversion_objective = NEW.conversion_objective, business_name = NEW.business_name,
      business_description = NEW.business_description, website = NEW.website, deletion_at = NEW.deletion_at,
      erased_at = NEW.erased_at
  WHERE u.id = NEW.id
    AND (u.plan, u.daily_limit, u.is_active, u.conversion_objective, u.business_name, u.business_description, u.website,
         u.deletion_at, u.erased_at)
      IS DISTINCT FROM (NEW.plan, NEW.daily_limit, NEW.is_active, NEW.conversion_objective, NEW.business_name,
                        NEW.business_description, NEW.website, NEW.deletion_at, NEW.erased_at);
  RETURN NULL;
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

ALTER TABLE accounts
  ADD CONSTRAINT accounts_daily_limit_check CHECK (daily_limit >= 0),
  ADD CONSTRAINT accounts_seats_check CHECK (seats BETWEEN 1 AND 1000),
  ADD CONSTRAINT accounts_visibility_check CHECK (visibility IN ('all', 'own_and_unassigned', 'own')),
  ADD CONSTRAINT accounts_erased_check CHECK (erased_at IS NULL OR (
    NOT is_active AND deletion_at IS NULL
    AND num_nonnulls(conversion_objective, business_name, business_description, website) = 0)),
  ADD CONSTRAINT accounts_plan_check CHECK (plan IN ('free', 'paid', 'pro'));

ALTER TABLE users
  ADD CONSTRAINT users_role_check CHECK (role IN ('owner', 'manager', 'seller')),
  ADD CONSTRAINT users_erased_check CHECK (erased_at IS NULL OR (
    name = '' AND password_hash = '' AND email = 'erased-' || id || '@account.invalid' AND whatsapp IS NULL));

ALTER TABLE handovers
  ALTER COLUMN to_ids SET NOT NULL,
  ALTER COLUMN lead_ids SET NOT NULL,
  ALTER COLUMN conversation_ids SET NOT NULL,
  ALTER COLUMN task_ids SET NOT NULL;

ALTER TABLE goals
  ADD CONSTRAINT goals_contacted_check CHECK (contacted BETWEEN 1 AND 1000000),
  ADD CONSTRAINT goals_won_check CHECK (won BETWEEN 1 AND 1000000),
  ADD CONSTRAINT goals_won_cents_check CHECK (won_cents BETWEEN 1 AND 100000000000);

ALTER TABLE account_invitations
  ADD CONSTRAINT account_invitations_email_check CHECK (length(email) <= 254),
  ADD CONSTRAINT account_invitations_role_check CHECK (role IN ('owner', 'manager', 'seller'));

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

-- Those that are under way.
CREATE INDEX handovers_open_idx ON handovers (id) WHERE finished_at IS NULL OR undone_at IS NOT NULL AND returned_at IS NULL;

CREATE UNIQUE INDEX users_email_lower_key ON users (lower(email));

CREATE UNIQUE INDEX identities_one_required ON identities(user_id) WHERE is_required;

CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER accounts_cancel_subscriptions BEFORE DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION order_cancellation_of_deleted_account();

CREATE TRIGGER accounts_add_stages AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION add_stages_of_account();

CREATE TRIGGER users_number_account BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION found_account();
CREATE TRIGGER users_found_account AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.account_id = NEW.id) EXECUTE FUNCTION found_account();

CREATE TRIGGER users_change_account
  AFTER UPDATE OF plan, daily_limit, is_active, conversion_objective, business_name, business_description, website,
    deletion_at, erased_at ON users
  FOR EACH ROW WHEN (NEW.account_id = NEW.id) EXECUTE FUNCTION follow_founder();
CREATE TRIGGER users_delete_account AFTER DELETE ON users
  FOR EACH ROW WHEN (OLD.account_id = OLD.id) EXECUTE FUNCTION follow_founder();
CREATE TRIGGER accounts_change_founder AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION follow_account();

-- Ids 1 to 4 are never given to somebody who registers: 4 is the administrator.
ALTER SEQUENCE users_id_seq RESTART WITH 5;
