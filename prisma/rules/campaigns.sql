-- What the schema cannot say of the tables of prisma/schema/campaigns.prisma.

-- A lead whose number an erasure took is no recipient; the statement that inserts many goes on without it.
CREATE FUNCTION skip_nameless_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE campaign_steps
  ALTER COLUMN messages SET NOT NULL;
ALTER TABLE campaigns
  ALTER COLUMN except_lead_ids SET NOT NULL,
  ALTER COLUMN instance_ids SET NOT NULL,
  ALTER COLUMN lead_ids SET NOT NULL,
  ALTER COLUMN tag_ids SET NOT NULL;

ALTER TABLE campaigns
  ADD CONSTRAINT campaigns_num_leads_check CHECK (num_leads BETWEEN 1 AND 210),
  ADD CONSTRAINT campaigns_recurrence_check CHECK (recurrence IN ('none', 'daily', 'weekly', 'weekdays')),
  ADD CONSTRAINT campaigns_messages_check CHECK (cardinality(messages) BETWEEN 1 AND 10),
  ADD CONSTRAINT campaigns_legal_basis_check CHECK (legal_basis IN
    ('legitimate_interest', 'consent', 'customer')),
  ADD CONSTRAINT campaigns_templates_check CHECK (templates IS NULL
    OR jsonb_typeof(templates) = 'array' AND jsonb_array_length(templates) = cardinality(messages)
    AND jsonb_array_length(templates) <= 5);

ALTER TABLE campaign_recipients
  ADD CONSTRAINT campaign_recipients_erased_check CHECK (number <> '' OR state NOT IN ('pending', 'sending')),
  -- A message that may be on its way has its id written down.
  ADD CONSTRAINT campaign_recipients_sending_check CHECK (state <> 'sending' OR (message_id IS NOT NULL AND claimed_at IS NOT NULL AND text IS NOT NULL)),
  ADD CONSTRAINT campaign_recipients_state_check CHECK (state IN ('pending', 'sending', 'sent', 'failed', 'skipped', 'unknown')),
  ADD CONSTRAINT campaign_recipients_step_check CHECK (step BETWEEN 1 AND 5 AND (step > 1) = (due_at IS NOT NULL)),
  ADD CONSTRAINT campaign_recipients_intent_check CHECK (intent IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear')),
  ADD CONSTRAINT campaign_recipients_cause_check CHECK (cause IN
    ('no_whatsapp', 'refused', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'answered', 'lead_deleted', 'stopped',
    'unconfirmed', 'restricted', 'recent', 'held_back', 'template_refused', 'no_opt_in',
    'reacted', 'moved', 'number_changed', 'in_sequence', 'late', 'step_removed', 'plan_ended', 'erased'));

ALTER TABLE campaign_steps
  ADD CONSTRAINT campaign_steps_messages_check CHECK (cardinality(messages) BETWEEN 1 AND 10),
  ADD CONSTRAINT campaign_steps_step_check CHECK (step BETWEEN 2 AND 5),
  ADD CONSTRAINT campaign_steps_wait_days_check CHECK (wait_days BETWEEN 1 AND 30);

ALTER TABLE campaign_runs
  -- A campaign that was just started waits for a moment, in which the start can be undone.
  ADD CONSTRAINT campaign_runs_wait_cause_check CHECK (wait_cause IN
    ('person', 'guard', 'undo', 'window', 'cap', 'step', 'disconnected', 'restricted', 'templates', 'unreachable', 'passing',
    'recovering')),
  ADD CONSTRAINT campaign_runs_status_check CHECK (status IN ('pending', 'running', 'completed', 'stopped', 'error', 'missed')),
  ADD CONSTRAINT campaign_runs_kind_check CHECK (kind IN ('audience', 'failed', 'unknown'));

ALTER TABLE number_days
  ADD CONSTRAINT number_days_first_contacts_check CHECK ((first_contacts > 0));

CREATE INDEX campaign_recipients_provider_idx ON campaign_recipients (owner_id, provider_message_id)
  WHERE provider_message_id IS NOT NULL;

CREATE INDEX campaigns_deleted_at_idx ON campaigns(deleted_at) WHERE deleted_at IS NOT NULL;

-- The caps on first contacts, and the share of failures among the latest messages.
CREATE INDEX campaign_recipients_first_contacts_idx ON campaign_recipients (owner_id, claimed_at)
  WHERE first_contact;

CREATE INDEX campaign_recipients_settled_idx ON campaign_recipients (owner_id, settled_at DESC)
  WHERE state IN ('sent', 'failed');

-- The answers of a day, by campaign.
CREATE INDEX campaign_recipients_answered_idx ON campaign_recipients (owner_id, answered_at)
  WHERE answered_at IS NOT NULL;

-- What the caps of a number count.
CREATE INDEX campaign_recipients_sender_idx ON campaign_recipients (sender_key, claimed_at)
  WHERE first_contact AND sender_key IS NOT NULL;

-- A status that brings our id of a message back is looked up among those without an outcome.
CREATE INDEX campaign_recipients_open_message_idx ON campaign_recipients (owner_id, message_id)
  WHERE state IN ('sending', 'unknown');

CREATE UNIQUE INDEX campaign_recipients_one_sequence ON campaign_recipients (owner_id, phone_key)
  WHERE step > 1 AND state IN ('pending', 'sending');

-- How many follow-ups of an account are due on a day.
CREATE INDEX campaign_recipients_due_idx ON campaign_recipients (owner_id, due_at)
  WHERE step > 1 AND state = 'pending';

-- A person waits for one first message at a time, whichever numbers and campaigns write to them.
CREATE UNIQUE INDEX campaign_recipients_one_first ON campaign_recipients (owner_id, phone_key)
  WHERE step = 1 AND state IN ('pending', 'sending');

-- One run for each time of a campaign and number, and one active run per number: the rules, not checks before an insert.
CREATE UNIQUE INDEX campaign_runs_one_each_time ON campaign_runs (campaign_id, scheduled_for, instance_id)
  NULLS NOT DISTINCT;
CREATE UNIQUE INDEX campaign_runs_one_active_number ON campaign_runs (owner_id, instance_id)
  NULLS NOT DISTINCT WHERE status IN ('pending', 'running') AND following_since IS NULL;

CREATE TRIGGER campaign_recipients_skip_nameless BEFORE INSERT ON campaign_recipients
  FOR EACH ROW WHEN (NEW.number = '') EXECUTE FUNCTION skip_nameless_recipient();
