-- Leads that were made one: what they were is kept for 30 days, and where their ids and numbers lead for ever.
CREATE TABLE "lead_merges" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "survivor_id" INTEGER NOT NULL,
    "names" TEXT[],
    "survivor_before" JSONB,
    "survivor_after" JSONB,
    "parts" JSONB,
    "merged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_merges_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "lead_merges_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "lead_merges_names_check" CHECK (cardinality("names") BETWEEN 1 AND 9)
);
CREATE UNIQUE INDEX "lead_merges_owner_id_id_key" ON "lead_merges"("owner_id", "id");
CREATE INDEX "lead_merges_owner_id_survivor_id_id_idx" ON "lead_merges"("owner_id", "survivor_id", "id");
-- Those that can be undone, which a duty trims.
CREATE INDEX "lead_merges_kept_idx" ON "lead_merges"("merged_at") WHERE "survivor_before" IS NOT NULL;

CREATE TABLE "merged_leads" (
    "lead_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "merge_id" INTEGER NOT NULL,
    "survivor_id" INTEGER NOT NULL,
    "phone_key" TEXT,
    "lead" JSONB,
    "list_ids" INTEGER[],
    "tag_ids" INTEGER[],
    "own_values" JSONB NOT NULL DEFAULT '[]',
    CONSTRAINT "merged_leads_pkey" PRIMARY KEY ("owner_id", "lead_id"),
    CONSTRAINT "merged_leads_owner_id_merge_id_fkey" FOREIGN KEY ("owner_id", "merge_id")
      REFERENCES "lead_merges"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "merged_leads_other_check" CHECK ("lead_id" <> "survivor_id")
);
CREATE INDEX "merged_leads_owner_id_merge_id_idx" ON "merged_leads"("owner_id", "merge_id");
CREATE INDEX "merged_leads_phone_key_idx" ON "merged_leads"("owner_id", "phone_key") WHERE "phone_key" IS NOT NULL;

-- The lead that one has become, which may have become part of another one since; null for one that was never merged.
CREATE FUNCTION surviving_lead(owner integer, merged integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE chain AS (
    SELECT "survivor_id", 1 AS step FROM "merged_leads" WHERE "owner_id" = owner AND "lead_id" = merged
    UNION ALL
    SELECT m."survivor_id", c.step + 1 FROM chain AS c
    JOIN "merged_leads" AS m ON m."owner_id" = owner AND m."lead_id" = c."survivor_id"
    WHERE c.step < 1000
  )
  SELECT "survivor_id" FROM chain ORDER BY step DESC LIMIT 1
$$;

-- Two leads that look like one company and are two.
CREATE TABLE "distinct_leads" (
    "owner_id" INTEGER NOT NULL,
    "low_id" INTEGER NOT NULL,
    "high_id" INTEGER NOT NULL,
    CONSTRAINT "distinct_leads_pkey" PRIMARY KEY ("owner_id", "low_id", "high_id"),
    CONSTRAINT "distinct_leads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "distinct_leads_owner_id_low_id_fkey" FOREIGN KEY ("owner_id", "low_id")
      REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "distinct_leads_owner_id_high_id_fkey" FOREIGN KEY ("owner_id", "high_id")
      REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "distinct_leads_order_check" CHECK ("low_id" < "high_id")
);
CREATE INDEX "distinct_leads_owner_id_high_id_idx" ON "distinct_leads"("owner_id", "high_id");

-- A merged lead's recipients follow it.
CREATE INDEX "campaign_recipients_owner_id_lead_id_idx" ON "campaign_recipients"("owner_id", "lead_id");

-- Addresses can be told of it.
ALTER TABLE "webhook_endpoints"
  DROP CONSTRAINT "webhook_endpoints_events_check",
  ADD CONSTRAINT "webhook_endpoints_events_check" CHECK (
    cardinality("events") >= 1
    AND "events" <@ ARRAY['lead.created', 'lead.answered', 'lead.opted_out', 'lead.stage_changed', 'lead.merged',
                          'campaign.finished', 'search.finished', 'message.received', 'task.due']
  );
