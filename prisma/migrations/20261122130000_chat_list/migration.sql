-- "conversations_latest_idx" gives the list in its order; this one only in part, and was written at every message.
DROP INDEX "conversations_owner_id_last_message_at_idx";
