-- Whoever writes must not be ended for waiting on this in a circle: it gives up before the server looks for one, and is
-- tried again.
SET LOCAL lock_timeout = '300ms';

ALTER TABLE users ADD COLUMN account_id INTEGER;

CREATE TABLE accounts (
    id INTEGER NOT NULL,
    plan TEXT NOT NULL DEFAULT 'free',
    daily_limit INTEGER NOT NULL DEFAULT 20,
    is_active BOOLEAN NOT NULL DEFAULT true,
    conversion_objective TEXT,
    business_name TEXT,
    business_description TEXT,
    website TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    deletion_at TIMESTAMPTZ(3),
    erased_at TIMESTAMPTZ(3),
    CONSTRAINT accounts_pkey PRIMARY KEY (id)
);
INSERT INTO accounts
  SELECT id, plan, daily_limit, is_active, conversion_objective, business_name, business_description, website, created_at,
         deletion_at, erased_at
  FROM users;
UPDATE users SET account_id = id;
-- Allowed (not-null, until 0.2.0): a row for each person, and each is written here in any case.
ALTER TABLE users ALTER COLUMN account_id SET NOT NULL;
-- Allowed (index, until 0.2.0): of the same few rows.
CREATE INDEX users_account_id_idx ON users (account_id);

-- Processes of the version before go on meanwhile: they find, change and found accounts by their founders' rows.
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

CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (
    NOT EXISTS (SELECT 1 FROM "accounts" WHERE "id" = OLD."owner_id")
    OR EXISTS (SELECT 1 FROM "account_deletions" WHERE "owner_id" = OLD."owner_id"
               AND "started_at" IS NOT NULL AND "completed_at" IS NULL)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'credit_entries is append-only';
END $$;

ALTER TABLE accounts
  ADD CONSTRAINT accounts_daily_limit_check CHECK (daily_limit >= 0),
  ADD CONSTRAINT accounts_erased_check CHECK (erased_at IS NULL OR (
    NOT is_active AND deletion_at IS NULL
    AND num_nonnulls(conversion_objective, business_name, business_description, website) = 0)),
  ADD CONSTRAINT accounts_plan_check CHECK (plan IN ('free', 'paid', 'pro'));
-- Allowed (constraint, until 0.2.0): of the same few rows.
ALTER TABLE users
  DROP CONSTRAINT users_daily_limit_check,
  DROP CONSTRAINT users_plan_check,
  DROP CONSTRAINT users_erased_check,
  ADD CONSTRAINT users_erased_check CHECK (erased_at IS NULL OR (
    name = '' AND password_hash = '' AND email = 'erased-' || id || '@account.invalid' AND whatsapp IS NULL)),
  ADD CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE
    DEFERRABLE INITIALLY DEFERRED;

DROP TRIGGER users_cancel_subscriptions ON users;
DROP TRIGGER users_add_stages ON users;
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

-- What belongs to an account refers to it. The next migration looks at the rows that are there.
ALTER TABLE credit_entries DROP CONSTRAINT credit_entries_owner_id_fkey,
  ADD CONSTRAINT credit_entries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE credit_days DROP CONSTRAINT credit_days_owner_id_fkey,
  ADD CONSTRAINT credit_days_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE billings DROP CONSTRAINT billings_user_id_fkey,
  ADD CONSTRAINT billings_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE billing_accounts DROP CONSTRAINT billing_accounts_user_id_fkey,
  ADD CONSTRAINT billing_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE billing_customers DROP CONSTRAINT billing_customers_user_id_fkey,
  ADD CONSTRAINT billing_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE billing_events DROP CONSTRAINT billing_events_user_id_fkey,
  ADD CONSTRAINT billing_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE campaigns DROP CONSTRAINT campaigns_owner_id_fkey,
  ADD CONSTRAINT campaigns_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE days_off DROP CONSTRAINT days_off_owner_id_fkey,
  ADD CONSTRAINT days_off_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE account_exports DROP CONSTRAINT account_exports_owner_id_fkey,
  ADD CONSTRAINT account_exports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE searches DROP CONSTRAINT searches_owner_id_fkey,
  ADD CONSTRAINT searches_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_owner_id_fkey,
  ADD CONSTRAINT webhook_endpoints_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_owner_id_fkey,
  ADD CONSTRAINT webhook_deliveries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE events DROP CONSTRAINT events_owner_id_fkey,
  ADD CONSTRAINT events_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE event_hours DROP CONSTRAINT event_hours_owner_id_fkey,
  ADD CONSTRAINT event_hours_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE leads DROP CONSTRAINT leads_owner_id_fkey,
  ADD CONSTRAINT leads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE lead_deletions DROP CONSTRAINT lead_deletions_owner_id_fkey,
  ADD CONSTRAINT lead_deletions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE lead_change_sets DROP CONSTRAINT lead_change_sets_owner_id_fkey,
  ADD CONSTRAINT lead_change_sets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE lead_merges DROP CONSTRAINT lead_merges_owner_id_fkey,
  ADD CONSTRAINT lead_merges_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE distinct_leads DROP CONSTRAINT distinct_leads_owner_id_fkey,
  ADD CONSTRAINT distinct_leads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE lists DROP CONSTRAINT lists_owner_id_fkey,
  ADD CONSTRAINT lists_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE stages DROP CONSTRAINT stages_owner_id_fkey,
  ADD CONSTRAINT stages_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE tags DROP CONSTRAINT tags_owner_id_fkey,
  ADD CONSTRAINT tags_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE own_fields DROP CONSTRAINT own_fields_owner_id_fkey,
  ADD CONSTRAINT own_fields_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE loss_reasons DROP CONSTRAINT loss_reasons_owner_id_fkey,
  ADD CONSTRAINT loss_reasons_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE lead_views DROP CONSTRAINT lead_views_owner_id_fkey,
  ADD CONSTRAINT lead_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE imports DROP CONSTRAINT imports_owner_id_fkey,
  ADD CONSTRAINT imports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE tasks DROP CONSTRAINT tasks_owner_id_fkey,
  ADD CONSTRAINT tasks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE whatsapp_instances DROP CONSTRAINT whatsapp_instances_owner_id_fkey,
  ADD CONSTRAINT whatsapp_instances_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE conversations DROP CONSTRAINT conversations_owner_id_fkey,
  ADD CONSTRAINT conversations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE message_media DROP CONSTRAINT message_media_owner_id_fkey,
  ADD CONSTRAINT message_media_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE whatsapp_contacts DROP CONSTRAINT whatsapp_contacts_owner_id_fkey,
  ADD CONSTRAINT whatsapp_contacts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE contact_identities DROP CONSTRAINT contact_identities_owner_id_fkey,
  ADD CONSTRAINT contact_identities_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE checked_numbers DROP CONSTRAINT checked_numbers_owner_id_fkey,
  ADD CONSTRAINT checked_numbers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE whatsapp_restrictions DROP CONSTRAINT whatsapp_restrictions_owner_id_fkey,
  ADD CONSTRAINT whatsapp_restrictions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE scheduled_messages DROP CONSTRAINT scheduled_messages_owner_id_fkey,
  ADD CONSTRAINT scheduled_messages_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE canned_answers DROP CONSTRAINT canned_answers_owner_id_fkey,
  ADD CONSTRAINT canned_answers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE opt_outs DROP CONSTRAINT opt_outs_owner_id_fkey,
  ADD CONSTRAINT opt_outs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE opt_out_events DROP CONSTRAINT opt_out_events_owner_id_fkey,
  ADD CONSTRAINT opt_out_events_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE opt_out_reviews DROP CONSTRAINT opt_out_reviews_owner_id_fkey,
  ADD CONSTRAINT opt_out_reviews_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE opt_out_settings DROP CONSTRAINT opt_out_settings_owner_id_fkey,
  ADD CONSTRAINT opt_out_settings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE suggestion_sets DROP CONSTRAINT suggestion_sets_owner_id_fkey,
  ADD CONSTRAINT suggestion_sets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE suggestion_days DROP CONSTRAINT suggestion_days_owner_id_fkey,
  ADD CONSTRAINT suggestion_days_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE opt_ins DROP CONSTRAINT opt_ins_owner_id_fkey,
  ADD CONSTRAINT opt_ins_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE api_tokens DROP CONSTRAINT api_tokens_owner_id_fkey,
  ADD CONSTRAINT api_tokens_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_owner_id_fkey,
  ADD CONSTRAINT idempotency_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE account_actions DROP CONSTRAINT account_actions_owner_id_fkey,
  ADD CONSTRAINT account_actions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE privacy_requests DROP CONSTRAINT privacy_requests_owner_id_fkey,
  ADD CONSTRAINT privacy_requests_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE radars DROP CONSTRAINT radars_owner_id_fkey,
  ADD CONSTRAINT radars_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
