-- What an event is about, as "campaign 12", "search 5", "import 3" or "list 7"; empty when it is about none of them.
CREATE FUNCTION event_subject(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN metadata ->> 'activity_id' ~ '^\d{1,9}$' THEN 'campaign ' || (metadata ->> 'activity_id')
    WHEN metadata ->> 'search_id' ~ '^\d{1,9}$' THEN 'search ' || (metadata ->> 'search_id')
    WHEN metadata ->> 'import_id' ~ '^\d{1,9}$' THEN 'import ' || (metadata ->> 'import_id')
    WHEN metadata ->> 'list_id' ~ '^\d{1,9}$' THEN 'list ' || (metadata ->> 'list_id')
    ELSE '' END
$$;

-- The hours by subject too, so that the story of a day is read without its single events. Counted anew beside the old
-- ones, which are read until the end.
CREATE TABLE "event_hours_by_subject" (
  "owner_id" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "hour" INTEGER NOT NULL,
  "event_type" TEXT NOT NULL,
  "subject" TEXT NOT NULL DEFAULT '',
  "events" INTEGER NOT NULL,
  "quantity" BIGINT NOT NULL,
  "credits_used" BIGINT NOT NULL,
  -- Null in rows of the version before, which does not know them.
  "first_at" TIMESTAMPTZ(3),
  "last_at" TIMESTAMPTZ(3)
);
-- Nobody sums up hours meanwhile.
SELECT 1 FROM "event_rollup" FOR UPDATE;
INSERT INTO "event_hours_by_subject"
  SELECT "owner_id", ("occurred_at" AT TIME ZONE 'America/Sao_Paulo')::date,
         extract(hour FROM "occurred_at" AT TIME ZONE 'America/Sao_Paulo')::int, "event_type", event_subject("metadata"),
         count(*), sum("quantity"), sum("credits_used"), min("occurred_at"), max("occurred_at")
  FROM "events" WHERE "occurred_at" < (SELECT "through" FROM "event_rollup")
  GROUP BY 1, 2, 3, 4, 5;
-- Of hours whose events are deleted by now, what was counted stays.
INSERT INTO "event_hours_by_subject"
  SELECT "owner_id", "day", "hour", "event_type", '', "events", "quantity", "credits_used", NULL, NULL
  FROM "event_hours" AS "known"
  WHERE NOT EXISTS (SELECT 1 FROM "event_hours_by_subject" AS "counted"
                    WHERE "counted"."owner_id" = "known"."owner_id" AND "counted"."day" = "known"."day"
                      AND "counted"."hour" = "known"."hour" AND "counted"."event_type" = "known"."event_type");
DROP TABLE "event_hours";
ALTER TABLE "event_hours_by_subject" RENAME TO "event_hours";
ALTER TABLE "event_hours"
  ADD CONSTRAINT "event_hours_pkey" PRIMARY KEY ("owner_id", "day", "hour", "event_type", "subject"),
  ADD CONSTRAINT "event_hours_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "event_hours_hour_check" CHECK ("hour" BETWEEN 0 AND 23);

-- The answers of a day, by campaign.
CREATE INDEX "campaign_recipients_answered_idx" ON "campaign_recipients" ("owner_id", "answered_at")
  WHERE "answered_at" IS NOT NULL;
