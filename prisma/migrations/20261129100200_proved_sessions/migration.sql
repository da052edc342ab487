-- When the account's proof was last given in a session.
ALTER TABLE "sessions" ADD COLUMN "proved_at" TIMESTAMPTZ(3);
