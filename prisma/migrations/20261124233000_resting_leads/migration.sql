-- Who has been in a stage for longest, and who came into it in a period: for the leads that rest in 'Hoje', and for deals
-- that were won and lost.
CREATE INDEX "leads_staged_idx" ON "leads" ("stage_id", "staged_at", "id") INCLUDE ("status");
-- What is expected when. Few leads have a day.
CREATE INDEX "leads_expected_close_idx" ON "leads" ("owner_id", "expected_close") INCLUDE ("stage_id", "value_cents")
  WHERE "expected_close" IS NOT NULL;
