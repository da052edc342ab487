-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "new_list_name" TEXT;

-- What Prisma's schema cannot say.

ALTER TABLE "imports"
  -- Once it is started, the list is there.
  ADD CONSTRAINT "imports_new_list_check" CHECK (
    "new_list_name" IS NULL OR ("status" = 'uploaded' AND "list_id" IS NULL AND char_length("new_list_name") <= 120)
  );
