CREATE INDEX CONCURRENTLY IF NOT EXISTS leads_seller_idx
  ON leads (owner_id, seller_id, created_at DESC, id DESC) WHERE seller_id IS NOT NULL;
