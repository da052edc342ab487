-- What a person writes about a lead.
CREATE TABLE "notes" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "pinned_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    CONSTRAINT "notes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notes_text_check" CHECK (char_length("text") BETWEEN 1 AND 5000)
);
ALTER TABLE "notes" ADD CONSTRAINT "notes_owner_id_lead_id_fkey"
  FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "notes_owner_id_lead_id_created_at_id_idx" ON "notes" ("owner_id", "lead_id", "created_at" DESC, "id" DESC);

-- They come back with their lead.
ALTER TABLE "deleted_leads" ADD COLUMN "notes" JSONB NOT NULL DEFAULT '[]';
