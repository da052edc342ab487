-- What an account's owner is told of its safety.
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added'));

-- Where an account has signed in from: a /24 of IPv4 or a /48 of IPv6.
CREATE TABLE "known_networks" (
  "user_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE,
  "network" TEXT NOT NULL CHECK (length("network") BETWEEN 1 AND 60),
  "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("user_id", "network")
);
INSERT INTO "known_networks" ("user_id", "network", "last_used_at")
SELECT "user_id", host(network(set_masklen("ip"::inet, CASE family("ip"::inet) WHEN 4 THEN 24 ELSE 48 END))), max("last_seen_at")
FROM "sessions" WHERE pg_input_is_valid("ip", 'inet') GROUP BY 1, 2;
