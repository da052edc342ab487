-- 11 4474-4512 and 11 94474-4512 had one key: only numbers whose eight digits begin with 6 to 9 ever gained a ninth. A
-- mobile of the others now has all its digits as its key. What was joined is told apart where its own number says whose
-- it is; conversations that may hold messages of both are listed for their owner.

ALTER TABLE "conversations" ADD COLUMN "mixed_with" TEXT;
CREATE INDEX "conversations_mixed_idx" ON "conversations"("owner_id") WHERE "mixed_with" IS NOT NULL;

-- Which of the two each owner knows, by the number itself wherever it is kept.
CREATE TEMP TABLE "known_numbers" AS
SELECT "owner_id", '55' || substr("digits", 3, 2) || right("digits", 8) AS "landline", max("digits") FILTER (WHERE length("digits") = 13) AS "mobile",
       bool_or(length("digits") = 12) AS "has_landline"
FROM (
  SELECT "owner_id", "whatsapp" AS "digits" FROM "leads"
  UNION ALL SELECT "owner_id", "number" FROM "whatsapp_contacts"
  UNION ALL SELECT "owner_id", "number" FROM "campaign_recipients"
  UNION ALL SELECT "owner_id", "number" FROM "opt_outs"
  UNION ALL SELECT "owner_id", substring("chat_id" FROM '^(\d+)@') FROM "conversations"
) AS "all_numbers"
WHERE "digits" ~ '^55[1-9]{2}9?[2-5]\d{7}$'
GROUP BY 1, 2;
DELETE FROM "known_numbers" WHERE "mobile" IS NULL;
CREATE UNIQUE INDEX ON "known_numbers" ("owner_id", "landline");

UPDATE "leads" SET "phone_key" = "whatsapp" WHERE "whatsapp" ~ '^55[1-9]{2}9[2-5]\d{7}$';
UPDATE "whatsapp_contacts" SET "phone_key" = "number" WHERE "number" ~ '^55[1-9]{2}9[2-5]\d{7}$';
UPDATE "campaign_recipients" SET "phone_key" = "number" WHERE "number" ~ '^55[1-9]{2}9[2-5]\d{7}$';
-- The answer may have been the other one's: it is asked for again.
DELETE FROM "checked_numbers" c USING "known_numbers" k WHERE c."owner_id" = k."owner_id" AND c."phone_key" = k."landline";

-- Who asked for no more messages cannot be told: both are left alone, and so are both while it is undecided.
INSERT INTO "opt_outs" ("owner_id", "phone_key", "number", "source", "words", "provider_message_id", "said_at", "created_at")
SELECT o."owner_id", k."mobile", k."mobile", o."source", o."words", o."provider_message_id", o."said_at", o."created_at"
FROM "opt_outs" o JOIN "known_numbers" k ON k."owner_id" = o."owner_id" AND k."landline" = o."phone_key"
ON CONFLICT DO NOTHING;
UPDATE "opt_outs" o SET "number" = k."landline"
FROM "known_numbers" k WHERE k."owner_id" = o."owner_id" AND k."landline" = o."phone_key" AND k."has_landline";
DELETE FROM "opt_outs" o USING "known_numbers" k
WHERE k."owner_id" = o."owner_id" AND k."landline" = o."phone_key" AND NOT k."has_landline";
INSERT INTO "opt_out_reviews" ("owner_id", "phone_key", "words", "provider_message_id", "said_at")
SELECT r."owner_id", k."mobile", r."words", r."provider_message_id", r."said_at"
FROM "opt_out_reviews" r JOIN "known_numbers" k ON k."owner_id" = r."owner_id" AND k."landline" = r."phone_key"
ON CONFLICT DO NOTHING;
DELETE FROM "opt_out_reviews" r USING "known_numbers" k
WHERE k."owner_id" = r."owner_id" AND k."landline" = r."phone_key" AND NOT k."has_landline";

-- A conversation is the one's that wrote or was written to last; where both are known it may hold the other's messages.
UPDATE "conversations" c
SET "phone_key" = CASE WHEN NOT k."has_landline" OR c."chat_id" LIKE k."mobile" || '@%' THEN k."mobile" ELSE c."phone_key" END,
    "mixed_with" = CASE WHEN NOT k."has_landline" THEN NULL
                        WHEN c."chat_id" LIKE k."mobile" || '@%' THEN k."landline" ELSE k."mobile" END
FROM "known_numbers" k WHERE k."owner_id" = c."owner_id" AND k."landline" = c."phone_key";

-- An opaque id is the one's that the owner knows; of two it is learned anew.
UPDATE "contact_identities" i SET "phone_key" = k."mobile"
FROM "known_numbers" k WHERE k."owner_id" = i."owner_id" AND k."landline" = i."phone_key" AND NOT k."has_landline";
DELETE FROM "contact_identities" i USING "known_numbers" k
WHERE k."owner_id" = i."owner_id" AND k."landline" = i."phone_key" AND k."has_landline";
UPDATE "message_reactions" r SET "phone_key" = c."phone_key"
FROM "messages" m JOIN "conversations" c ON c."id" = m."conversation_id"
WHERE m."instance_id" = r."instance_id" AND m."provider_message_id" = r."provider_message_id" AND r."phone_key" <> c."phone_key"
  AND length(c."phone_key") = 13;
UPDATE "opt_out_events" e SET "phone_key" = k."mobile"
FROM "known_numbers" k WHERE k."owner_id" = e."owner_id" AND k."landline" = e."phone_key" AND NOT k."has_landline";

DROP TABLE "known_numbers";
