-- When a person last changed a lead: such a lead outlives its list. Of what was changed before, it is not known by whom.
ALTER TABLE leads ADD COLUMN edited_at timestamptz(3);
UPDATE leads SET edited_at = updated_at WHERE updated_at > created_at;
