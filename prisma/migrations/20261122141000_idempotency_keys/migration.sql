-- POSTs that a program may repeat: what was asked under a key, and what was answered. Kept for a day.
CREATE TABLE "idempotency_keys" (
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "key" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "claim_no" INTEGER NOT NULL DEFAULT 1,
    "status" INTEGER,
    "sealed_answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("owner_id", "key"),
    CONSTRAINT "idempotency_keys_key_check" CHECK (length("key") BETWEEN 1 AND 255),
    CONSTRAINT "idempotency_keys_state_check" CHECK ("state" IN ('running', 'answered', 'unknown')),
    CONSTRAINT "idempotency_keys_answer_check" CHECK (
      ("state" = 'answered') = ("status" IS NOT NULL)
      AND ("sealed_answer" IS NULL OR ("state" = 'answered' AND length("sealed_answer") <= 400000))
    )
);
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
