-- The bytes that an owner's files take are summed from the index alone.
CREATE INDEX "message_media_stored_bytes_idx" ON "message_media" ("owner_id") INCLUDE ("bytes") WHERE "state" = 'stored';
