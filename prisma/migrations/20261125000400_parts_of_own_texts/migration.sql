-- Parts of the texts of own fields are found without reading all values of a field.
CREATE INDEX "lead_values_part_idx" ON "lead_values" USING gin ("field_id", "text_key" gin_trgm_ops) WHERE "text_key" IS NOT NULL;
