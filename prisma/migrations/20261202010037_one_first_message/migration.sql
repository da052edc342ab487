CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS campaign_recipients_one_first ON campaign_recipients (owner_id, phone_key) WHERE step = 1 AND state IN ('pending', 'sending');
