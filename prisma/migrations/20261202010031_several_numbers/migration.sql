-- The version before looks for a row by its number since the migrations before this one.
DROP INDEX whatsapp_instances_owner_id_key;
DROP INDEX conversations_owner_id_phone_key_key;
