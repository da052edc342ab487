-- What an account keeps of its leads beside what every lead has.
CREATE TABLE "own_fields" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "choices" TEXT[] NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    CONSTRAINT "own_fields_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "own_fields_key_check" CHECK ("key" ~ '^[a-z0-9_]{1,64}$'),
    CONSTRAINT "own_fields_name_check" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "own_fields_kind_check" CHECK ("kind" IN ('text', 'number', 'date', 'choice', 'choices', 'yes_no', 'link', 'phone')),
    CONSTRAINT "own_fields_choices_check" CHECK (cardinality("choices") <= 100)
);
CREATE UNIQUE INDEX "own_fields_owner_id_id_key" ON "own_fields"("owner_id", "id");
CREATE UNIQUE INDEX "own_fields_owner_id_key_key" ON "own_fields"("owner_id", "key") WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "own_fields_owner_id_name_key" ON "own_fields"("owner_id", lower("name")) WHERE "deleted_at" IS NULL;
CREATE INDEX "own_fields_deleted_at_idx" ON "own_fields"("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- One row for each value: several of one field for a choice of many alone. Yes and no are 1 and 0.
CREATE TABLE "lead_values" (
    "owner_id" INTEGER NOT NULL,
    "field_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "place" SMALLINT NOT NULL,
    "text" TEXT,
    "number" DOUBLE PRECISION,
    "day" DATE,
    -- What filters compare, without accents and case. It is bounded, so that an index can hold it.
    "text_key" TEXT COLLATE "C" GENERATED ALWAYS AS (left(search_form(left("text", 200)), 200)) STORED,
    CONSTRAINT "lead_values_pkey" PRIMARY KEY ("lead_id", "field_id", "place"),
    CONSTRAINT "lead_values_owner_id_field_id_fkey" FOREIGN KEY ("owner_id", "field_id")
      REFERENCES "own_fields"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "lead_values_owner_id_lead_id_fkey" FOREIGN KEY ("owner_id", "lead_id")
      REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "lead_values_value_check" CHECK (num_nonnulls("text", "number", "day") = 1),
    CONSTRAINT "lead_values_text_check" CHECK (char_length("text") BETWEEN 1 AND 500),
    CONSTRAINT "lead_values_place_check" CHECK ("place" BETWEEN 0 AND 99)
);
CREATE INDEX "lead_values_text_idx" ON "lead_values"("field_id", "text_key", "lead_id") WHERE "text_key" IS NOT NULL;
CREATE INDEX "lead_values_number_idx" ON "lead_values"("field_id", "number", "lead_id") WHERE "number" IS NOT NULL;
CREATE INDEX "lead_values_day_idx" ON "lead_values"("field_id", "day", "lead_id") WHERE "day" IS NOT NULL;

-- Of leads that were deleted and can come back.
ALTER TABLE "deleted_leads" ADD COLUMN "own_values" JSONB NOT NULL DEFAULT '[]';
