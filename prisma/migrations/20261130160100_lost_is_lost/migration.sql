-- A lead that was lost after it was won is lost everywhere: its status is what was said so far, as that of any other.
ALTER TABLE "leads" DISABLE TRIGGER "leads_move_by_status";
UPDATE "leads" AS l SET "status" = CASE WHEN l."contacted_at" IS NULL OR EXISTS (
    SELECT 1 FROM "conversations" c JOIN "messages" m ON m."conversation_id" = c."id" AND m."owner_id" = c."owner_id"
    WHERE c."owner_id" = l."owner_id" AND c."phone_key" = l."phone_key" AND m."direction" = 'in'
      AND m."intent" IS DISTINCT FROM 'automatic') THEN 'answered' ELSE 'contacted' END
FROM "stages" AS s
WHERE s."owner_id" = l."owner_id" AND s."id" = l."stage_id" AND s."meaning" = 'lost' AND l."status" = 'closed';
ALTER TABLE "leads" ENABLE TRIGGER "leads_move_by_status";
