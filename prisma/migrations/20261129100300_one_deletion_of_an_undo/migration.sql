-- The leads that undoing an import deletes are one deletion, however many transactions it takes.
ALTER TABLE "lead_change_sets" ADD COLUMN "deletion_id" INTEGER;
