-- Words that an account puts on its leads, many on each.
CREATE TABLE "tags" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "name" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tags_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tags_name_check" CHECK (char_length("name") BETWEEN 1 AND 40 AND position(',' IN "name") = 0),
    CONSTRAINT "tags_colour_check" CHECK ("colour" IN ('stone', 'sky', 'emerald', 'gold', 'rose'))
);
CREATE UNIQUE INDEX "tags_owner_id_id_key" ON "tags"("owner_id", "id");
CREATE UNIQUE INDEX "tags_owner_id_name_key" ON "tags"("owner_id", lower("name"));

CREATE TABLE "lead_tags" (
    "owner_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    CONSTRAINT "lead_tags_pkey" PRIMARY KEY ("tag_id", "lead_id"),
    CONSTRAINT "lead_tags_owner_id_tag_id_fkey" FOREIGN KEY ("owner_id", "tag_id")
      REFERENCES "tags"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "lead_tags_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id")
      REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "lead_tags_lead_id_idx" ON "lead_tags"("lead_id", "tag_id");

-- Of leads that were deleted and can come back.
ALTER TABLE "deleted_leads" ADD COLUMN "tag_ids" INTEGER[] NOT NULL DEFAULT '{}';
