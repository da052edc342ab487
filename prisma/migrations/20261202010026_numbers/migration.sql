ALTER TABLE whatsapp_instances ADD COLUMN place INTEGER NOT NULL DEFAULT 1, ADD COLUMN name TEXT, ADD COLUMN colour TEXT, ADD COLUMN is_default BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN keeper_id INTEGER, ADD COLUMN removed_at TIMESTAMPTZ(3);
ALTER TABLE whatsapp_instances
  ADD CONSTRAINT whatsapp_instances_name_check CHECK (char_length(name) BETWEEN 1 AND 40) NOT VALID,
  ADD CONSTRAINT whatsapp_instances_colour_check CHECK (colour IN ('stone', 'sky', 'emerald', 'gold', 'rose')) NOT VALID,
  ADD CONSTRAINT whatsapp_instances_removed_check CHECK (removed_at IS NULL OR NOT is_default) NOT VALID,
  ADD CONSTRAINT whatsapp_instances_owner_id_keeper_id_fkey FOREIGN KEY (owner_id, keeper_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (keeper_id) NOT VALID;
-- Allowed (index, until 0.2.0): a row for each account, of which there are few.
CREATE INDEX whatsapp_instances_owner_id_keeper_id_idx ON whatsapp_instances (owner_id, keeper_id);
-- Allowed (index, until 0.2.0): the same.
CREATE UNIQUE INDEX whatsapp_instances_owner_id_place_key ON whatsapp_instances (owner_id, place);
-- Allowed (index, until 0.2.0): the same.
CREATE UNIQUE INDEX whatsapp_instances_default_idx ON whatsapp_instances (owner_id) WHERE is_default;
ALTER TABLE whatsapp_restrictions ADD COLUMN instance_id INTEGER;
ALTER TABLE scheduled_messages ADD COLUMN instance_id INTEGER;
ALTER TABLE conversations ADD COLUMN instance_id INTEGER;
ALTER TABLE conversations ADD CONSTRAINT conversations_owner_id_instance_id_fkey FOREIGN KEY (owner_id, instance_id) REFERENCES whatsapp_instances (owner_id, id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
CREATE FUNCTION give_conversation_a_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.instance_id := (SELECT i.id FROM whatsapp_instances i WHERE i.owner_id = NEW.owner_id AND i.is_default);
  RETURN NEW;
END $$;
CREATE TRIGGER conversations_number BEFORE INSERT ON conversations
  FOR EACH ROW WHEN (NEW.instance_id IS NULL) EXECUTE FUNCTION give_conversation_a_number();
CREATE FUNCTION take_conversations_without_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET instance_id = NEW.id WHERE owner_id = NEW.owner_id AND instance_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER whatsapp_instances_first AFTER INSERT ON whatsapp_instances
  FOR EACH ROW WHEN (NEW.is_default) EXECUTE FUNCTION take_conversations_without_number();
