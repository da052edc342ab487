-- Deleted leads are kept for some minutes, so that their owner can undo. Nothing refers to a lead that is gone, so each is
-- kept as a whole: its row, its lists and its history.
CREATE TABLE "lead_deletions" (
  "id" SERIAL PRIMARY KEY,
  "owner_id" INTEGER NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
  "leads" INTEGER NOT NULL DEFAULT 0 CHECK ("leads" >= 0),
  "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE ("owner_id", "id")
);
CREATE INDEX "lead_deletions_deleted_at_idx" ON "lead_deletions" ("deleted_at");

CREATE TABLE "deleted_leads" (
  "deletion_id" INTEGER NOT NULL,
  "lead_id" INTEGER NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "lead" JSONB NOT NULL,
  "list_ids" INTEGER[] NOT NULL,
  "history" JSONB NOT NULL,
  PRIMARY KEY ("deletion_id", "lead_id"),
  FOREIGN KEY ("owner_id", "deletion_id") REFERENCES "lead_deletions" ("owner_id", "id") ON DELETE CASCADE
);
