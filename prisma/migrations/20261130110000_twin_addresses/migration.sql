-- Evolution answered for a landline with the mobile of the same eight digits, and the other way round: two people. Their
-- keys are all of their digits, so that a wrong address has others. Of these numbers alone there are two.
DELETE FROM "checked_numbers"
WHERE "phone_key" ~ '^55[1-9]{2}9?[2-5][0-9]{7}$' AND "chat_id" ~ '^[0-9]+@s\.whatsapp\.net$'
  AND "chat_id" <> "phone_key" || '@s.whatsapp.net';

UPDATE "conversations" SET "chat_id" = "phone_key" || '@s.whatsapp.net'
WHERE "phone_key" ~ '^55[1-9]{2}9?[2-5][0-9]{7}$' AND "chat_id" ~ '^[0-9]+@s\.whatsapp\.net$'
  AND "chat_id" <> "phone_key" || '@s.whatsapp.net';
