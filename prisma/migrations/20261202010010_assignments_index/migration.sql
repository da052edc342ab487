CREATE INDEX CONCURRENTLY IF NOT EXISTS conversations_seller_idx
  ON conversations (owner_id, seller_id, last_message_at DESC, id DESC) WHERE seller_id IS NOT NULL;
