-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "new_fields" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "unread_counts" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "import_refusals" ADD COLUMN     "imported" BOOLEAN NOT NULL DEFAULT false;
