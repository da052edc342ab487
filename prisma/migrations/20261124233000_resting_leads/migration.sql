-- Who has been in a stage for longest, for what 'Hoje' says of leads that rest beyond their stage's days.
CREATE INDEX "leads_resting_idx" ON "leads" ("stage_id", "staged_at", "id") WHERE "status" <> 'opted_out';
