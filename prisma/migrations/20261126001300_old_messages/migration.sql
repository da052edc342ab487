-- For what deletes messages that were kept long enough, of all accounts: they come nearly in the order of their time.
CREATE INDEX "messages_sent_at_brin_idx" ON "messages" USING brin ("sent_at");
