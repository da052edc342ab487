-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "change_set_id" INTEGER,
ADD COLUMN     "kept_list_id" INTEGER,
ADD COLUMN     "kept_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "made_list" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "undo_deleted" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undo_kept" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undo_left" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undo_restored" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "lead_change_sets" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lead_change_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_changes" (
    "id" SERIAL NOT NULL,
    "set_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "created_ids" INTEGER[],
    "changed" JSONB,

    CONSTRAINT "lead_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "lead_change_sets_expires_at_idx" ON "lead_change_sets"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "lead_change_sets_owner_id_id_key" ON "lead_change_sets"("owner_id", "id");

-- CreateIndex
CREATE INDEX "lead_changes_set_id_id_idx" ON "lead_changes"("set_id", "id");

-- AddForeignKey
ALTER TABLE "lead_change_sets" ADD CONSTRAINT "lead_change_sets_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead_changes" ADD CONSTRAINT "lead_changes_owner_id_set_id_fkey" FOREIGN KEY ("owner_id", "set_id") REFERENCES "lead_change_sets"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE "imports" DROP CONSTRAINT "imports_status_check";
ALTER TABLE "imports" ADD CONSTRAINT "imports_status_check"
  CHECK ("status" IN ('uploaded', 'processing', 'completed', 'stopped', 'error', 'undoing', 'undone'));
DROP INDEX "imports_processing_idx";
ALTER TABLE "lead_change_sets" ADD CONSTRAINT "lead_change_sets_kind_check" CHECK ("kind" IN ('import', 'edit'));
CREATE INDEX "imports_processing_idx" ON "imports" ("lease_until") WHERE "status" IN ('processing', 'undoing');
