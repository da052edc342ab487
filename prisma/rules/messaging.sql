-- What the schema cannot say of the tables of prisma/schema/messaging.prisma.

-- Whatever deletes a row, a cascade from its user too, leaves its file to be removed.
CREATE FUNCTION note_media_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removals (storage_key) VALUES (OLD.storage_key) ON CONFLICT (storage_key) DO NOTHING;
  RETURN NULL;
END $$;

-- The order of the address book, those without a name last; the index alone counts the pages off.
ALTER TABLE whatsapp_contacts
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (coalesce(sort_form(name), U&'\FFFF')) STORED,
  -- Digits and the key without the ninth digit, so that every spelling of a number finds its contact.
  ADD COLUMN search_text text GENERATED ALWAYS AS
    (search_form(coalesce(name, '') || ' ' || coalesce(number, '') || ' ' || phone_key || ' ' || coalesce(username, ''))) STORED;

-- A conversation is searched by its names and number, prepared once instead of at every search.
ALTER TABLE conversations
  ADD COLUMN search_text text GENERATED ALWAYS AS
    (search_form(coalesce(name, '') || ' ' || phone_key || ' ' || coalesce(username, ''))) STORED;

ALTER TABLE scheduled_messages
  ADD CONSTRAINT scheduled_messages_state_check CHECK (state IN ('scheduled', 'sent', 'answered', 'failed')),
  ADD CONSTRAINT scheduled_messages_settled_check CHECK ((settled_at IS NULL) = (state = 'scheduled')),
  ADD CONSTRAINT scheduled_messages_content_check CHECK (length(content) BETWEEN 1 AND 8000);

ALTER TABLE whatsapp_gaps
  ADD CONSTRAINT whatsapp_gaps_times_check CHECK (from_at <= until_at),
  ADD CONSTRAINT whatsapp_gaps_counts_check CHECK (late >= 0 AND missing >= 0),
  ADD CONSTRAINT whatsapp_gaps_kind_check CHECK (kind IN ('deaf', 'mute'));

ALTER TABLE new_chat_quotas
  ADD CONSTRAINT new_chat_quotas_told_check CHECK ((state IS NULL) = (told_at IS NULL)),
  ADD CONSTRAINT new_chat_quotas_open_check CHECK (state <> 'open' OR total > 0 AND used >= 0),
  ADD CONSTRAINT new_chat_quotas_state_check CHECK ((state = ANY (ARRAY['open'::text, 'unlimited'::text, 'capped'::text])));

ALTER TABLE whatsapp_contacts
  ADD CONSTRAINT whatsapp_contacts_username_check CHECK (length(username) BETWEEN 1 AND 100),
  ADD CONSTRAINT whatsapp_contacts_number_check CHECK (number IS NOT NULL OR strpos(phone_key, '@') > 0);

ALTER TABLE message_prices
  -- One currency, so that prices can be added up.
  ADD CONSTRAINT message_prices_currency_check CHECK (currency = 'BRL'),
  ADD CONSTRAINT message_prices_country_check CHECK (country ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT message_prices_micros_check CHECK (micros BETWEEN 0 AND 100000000),
  ADD CONSTRAINT message_prices_category_check CHECK (category IN ('MARKETING', 'UTILITY', 'AUTHENTICATION', 'SERVICE'));

ALTER TABLE whatsapp_instances
  ADD CONSTRAINT whatsapp_instances_status_check CHECK (status IN ('CONNECTED', 'CONNECTING', 'DISCONNECTED')),
  ADD CONSTRAINT whatsapp_instances_problem_check CHECK (problem IN
    ('logged_out', 'replaced', 'banned', 'outdated', 'token_refused', 'account_blocked', 'unreachable', 'passkey', 'same_phone'));

ALTER TABLE whatsapp_instances
  ADD CONSTRAINT whatsapp_instances_name_check CHECK (char_length(name) BETWEEN 1 AND 40),
  ADD CONSTRAINT whatsapp_instances_colour_check CHECK (colour IN ('stone', 'sky', 'emerald', 'gold', 'rose')),
  ADD CONSTRAINT whatsapp_instances_removed_check CHECK (removed_at IS NULL OR NOT is_default);

-- One number of an account counts where nobody names one.
CREATE UNIQUE INDEX whatsapp_instances_default_idx ON whatsapp_instances (owner_id) WHERE is_default;

-- A contact has one conversation with each of the account's numbers.
CREATE UNIQUE INDEX conversations_contact_and_number_idx ON conversations (owner_id, phone_key, instance_id) NULLS NOT DISTINCT;

-- The version before names no number: it knew one for each account.
CREATE FUNCTION give_conversation_a_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.instance_id := (SELECT i.id FROM whatsapp_instances i WHERE i.owner_id = NEW.owner_id AND i.is_default);
  RETURN NEW;
END $$;

CREATE TRIGGER conversations_number BEFORE INSERT ON conversations
  FOR EACH ROW WHEN (NEW.instance_id IS NULL) EXECUTE FUNCTION give_conversation_a_number();

-- What was there before the account's first number becomes that number's.
CREATE FUNCTION take_conversations_without_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET instance_id = NEW.id WHERE owner_id = NEW.owner_id AND instance_id IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER whatsapp_instances_first AFTER INSERT ON whatsapp_instances
  FOR EACH ROW WHEN (NEW.is_default) EXECUTE FUNCTION take_conversations_without_number();

ALTER TABLE conversations
  ADD CONSTRAINT conversations_intent_check CHECK (intent IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear')),
  ADD CONSTRAINT conversations_intent_words_check CHECK (length(intent_words) <= 200),
  ADD CONSTRAINT conversations_moved_check CHECK ((moved_from IS NULL) = (moved_at IS NULL)),
  ADD CONSTRAINT conversations_username_check CHECK (length(username) BETWEEN 1 AND 100);

ALTER TABLE turns
  ADD CONSTRAINT turns_most_waiting_check CHECK (most_waiting BETWEEN 1 AND 50);

ALTER TABLE first_answers
  ADD CONSTRAINT first_answers_working_check CHECK (working_s >= 0);

ALTER TABLE conversation_assignments
  ADD CONSTRAINT conversation_assignments_reason_check CHECK (reason IN ('claimed', 'taken', 'given', 'turn')),
  ADD CONSTRAINT conversation_assignments_note_check CHECK (char_length(note) BETWEEN 1 AND 500);

ALTER TABLE conversation_notes
  ADD CONSTRAINT conversation_notes_text_check CHECK (char_length(text) BETWEEN 1 AND 2000);

ALTER TABLE canned_answers
  ADD CONSTRAINT canned_answers_shortcut_check CHECK (shortcut ~ '^[a-z0-9_-]{1,30}$'),
  ADD CONSTRAINT canned_answers_file_check CHECK (
    num_nulls(file_name, mime, bytes, storage_key) IN (0, 4) AND bytes > 0 AND length(file_name) <= 200);

ALTER TABLE message_media
  ADD CONSTRAINT message_media_stored_check CHECK ((state = 'stored') = (storage_key IS NOT NULL)),
  ADD CONSTRAINT message_media_state_check CHECK (state IN ('remote', 'pending', 'stored', 'failed', 'too_big', 'expired'));

ALTER TABLE opt_out_events
  ADD CONSTRAINT opt_out_events_kind_check CHECK (kind IN
    ('opted_out', 'returned', 'flagged', 'dismissed', 'added', 'imported', 'removed', 'confirmed'));

ALTER TABLE early_changes
  ADD CONSTRAINT early_changes_kind_check CHECK (kind IN ('edit', 'deletion'));

ALTER TABLE whatsapp_sockets
  ADD CONSTRAINT whatsapp_sockets_state_check CHECK (state IN ('closed', 'connecting', 'open'));

ALTER TABLE messages
  ADD CONSTRAINT messages_direction_check CHECK (direction IN ('in', 'out')),
  ADD CONSTRAINT messages_intent_check CHECK (intent IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear'));

ALTER TABLE portfolio_limits
  ADD CONSTRAINT portfolio_limits_daily_limit_check CHECK ((daily_limit > 0)),
  ADD CONSTRAINT portfolio_limits_told_check CHECK (told_at IS NOT NULL OR daily_limit IS NULL);

ALTER TABLE sends
  ADD CONSTRAINT sends_of_one_check CHECK (num_nonnulls(chat_message_id, recipient_id) = 1);

ALTER TABLE opt_ins
  ADD CONSTRAINT opt_ins_source_check CHECK (source = 'message' OR source ~ '^campaign:[0-9]+$');

ALTER TABLE suggestion_days
  ADD CONSTRAINT suggestion_days_calls_check CHECK ((calls >= 0));

ALTER TABLE whatsapp_templates
  -- One of words alone can be sent from here; of another it is told why not.
  ADD CONSTRAINT whatsapp_templates_content_check CHECK (num_nonnulls(content, unusable) = 1);

ALTER TABLE opt_outs
  ADD CONSTRAINT opt_outs_source_check CHECK (source IN ('reply', 'person', 'import', 'preference'));

CREATE INDEX whatsapp_contacts_name_key_idx ON whatsapp_contacts (owner_id, name_key, id);

CREATE INDEX whatsapp_contacts_search_idx ON whatsapp_contacts USING gin (owner_id, search_text gin_trgm_ops);

CREATE INDEX whatsapp_instances_contacts_due_idx ON whatsapp_instances (contacts_due_at) WHERE contacts_due_at IS NOT NULL;

CREATE INDEX messages_sending_since_idx ON messages(sending_since) WHERE sending_since IS NOT NULL;

-- The list of conversations, page after page.
CREATE INDEX conversations_latest_idx ON conversations(owner_id, last_message_at DESC, id DESC) WHERE last_message_at IS NOT NULL;

-- Those that somebody of the account answers.
CREATE INDEX conversations_seller_idx ON conversations (owner_id, seller_id, last_message_at DESC, id DESC) WHERE seller_id IS NOT NULL;

CREATE INDEX conversations_unread_idx ON conversations(owner_id, unread_count) WHERE unread_count > 0;

CREATE INDEX whatsapp_sockets_wanted_idx ON whatsapp_sockets(id) WHERE wanted;

CREATE INDEX whatsapp_commands_open_idx ON whatsapp_commands(instance_id, id) WHERE settled_at IS NULL;

CREATE INDEX message_media_pending_idx ON message_media(owner_id, id) WHERE state = 'pending';

CREATE INDEX message_media_stored_at_idx ON message_media(stored_at) WHERE state = 'stored';

CREATE INDEX messages_words_idx ON messages USING gin (owner_id, message_words(content));

-- Few rows at any time: each is read by every sweep.
CREATE INDEX opt_outs_confirm_by_idx ON opt_outs(confirm_by) WHERE confirm_by IS NOT NULL;

CREATE INDEX whatsapp_instances_log_out_due_idx ON whatsapp_instances (log_out_due_at) WHERE log_out_due_at IS NOT NULL;

-- The bytes that an owner's files take are summed from the index alone.
CREATE INDEX message_media_stored_bytes_idx ON message_media (owner_id) INCLUDE (bytes) WHERE state = 'stored';

CREATE INDEX conversations_mixed_idx ON conversations(owner_id) WHERE mixed_with IS NOT NULL;

-- Who has connected a phone.
CREATE INDEX whatsapp_instances_number_idx ON whatsapp_instances (number) WHERE number IS NOT NULL;

CREATE INDEX conversations_waiting_idx ON conversations (owner_id, waiting_since, id)
  WHERE waiting_since IS NOT NULL;

CREATE INDEX scheduled_messages_due_idx ON scheduled_messages(send_at) WHERE state = 'scheduled';

CREATE INDEX scheduled_messages_settled_idx ON scheduled_messages(settled_at) WHERE state <> 'scheduled';

-- For what deletes messages that were kept long enough, of all accounts: they come nearly in the order of their time.
CREATE INDEX messages_sent_at_brin_idx ON messages USING brin (sent_at);

-- A duty looks for those that can be mended.
CREATE INDEX opt_outs_misread_idx ON opt_outs (owner_id, phone_key) WHERE is_misread_number(phone_key);

-- What people wrote here in a month, whoever they are.
CREATE INDEX messages_by_people_idx ON messages (owner_id, sent_at) INCLUDE (person_id, conversation_id) WHERE person_id IS NOT NULL;

-- What persons have said that words mean is listed; few messages are among it.
CREATE INDEX messages_intent_settled_idx ON messages (owner_id, sent_at DESC, id DESC) WHERE intent_settled;

CREATE INDEX conversations_unclear ON conversations (owner_id, waiting_since) WHERE intent = 'unclear' AND NOT intent_asked AND NOT intent_settled AND waiting_since IS NOT NULL;

CREATE TRIGGER message_media_deleted AFTER DELETE ON message_media
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER message_media_released AFTER UPDATE OF storage_key ON message_media
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER canned_answers_file_deleted AFTER DELETE ON canned_answers
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER canned_answers_file_released AFTER UPDATE OF storage_key ON canned_answers
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();

-- Its file goes as those of messages do.
CREATE TRIGGER account_exports_file_deleted AFTER DELETE ON account_exports
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();

CREATE TRIGGER account_exports_file_released AFTER UPDATE OF storage_key ON account_exports
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();

-- Reckoned from Meta's card in dollars of October 2026, about 5.60 to the dollar: to be confirmed by the administrator.
INSERT INTO message_prices (category, country, micros, since, confirmed) VALUES
  ('MARKETING', 'BR', 350000, '2026-10-01 00:00:00-03', false),
  ('UTILITY', 'BR', 40000, '2026-10-01 00:00:00-03', false),
  ('SERVICE', 'BR', 40000, '2026-10-01 00:00:00-03', false);
