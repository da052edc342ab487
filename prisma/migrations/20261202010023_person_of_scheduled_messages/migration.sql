ALTER TABLE scheduled_messages ADD COLUMN person_id INTEGER;
