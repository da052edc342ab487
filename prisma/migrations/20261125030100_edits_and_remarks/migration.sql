-- A remark of a search is not the person's text.
ALTER TABLE "leads" ADD COLUMN "search_remark" TEXT;
UPDATE "leads" SET "search_remark" = "obs", "obs" = NULL
  WHERE "source" = 'google_pages' AND "edited_at" IS NULL AND "obs" LIKE 'Encontrado na busca por %, mas %.';
-- Few leads have one.
CREATE INDEX "leads_search_remark_idx" ON "leads"("owner_id", "id") WHERE "search_remark" IS NOT NULL;

-- Which fields a person changed, from what to what.
ALTER TABLE "lead_events" ADD COLUMN "changes" JSONB;
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_changes_check"
  CHECK ("changes" IS NULL OR jsonb_typeof("changes") = 'array' AND jsonb_array_length("changes") BETWEEN 1 AND 100);
