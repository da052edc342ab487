-- CreateTable
CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "list_id" INTEGER,
    "file_name" TEXT NOT NULL,
    "columns" TEXT[],
    "row_count" INTEGER NOT NULL,
    "mapping" JSONB,
    "mode" TEXT,
    "status" TEXT NOT NULL DEFAULT 'uploaded',
    "next_row" INTEGER NOT NULL DEFAULT 0,
    "created_count" INTEGER NOT NULL DEFAULT 0,
    "existing_count" INTEGER NOT NULL DEFAULT 0,
    "refused_count" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT,
    "stop_at" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "import_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "first_row" INTEGER NOT NULL,
    "rows" TEXT NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("import_id","first_row")
);

-- CreateTable
CREATE TABLE "import_refusals" (
    "import_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "cells" TEXT[],

    CONSTRAINT "import_refusals_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateIndex
CREATE INDEX "imports_owner_id_created_at_idx" ON "imports"("owner_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "imports_owner_id_id_key" ON "imports"("owner_id", "id");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_list_id_fkey" FOREIGN KEY ("owner_id", "list_id") REFERENCES "lists"("owner_id", "id") ON DELETE SET NULL ("list_id") ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_owner_id_import_id_fkey" FOREIGN KEY ("owner_id", "import_id") REFERENCES "imports"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_refusals" ADD CONSTRAINT "import_refusals_owner_id_import_id_fkey" FOREIGN KEY ("owner_id", "import_id") REFERENCES "imports"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE "imports"
  ADD CONSTRAINT "imports_status_check" CHECK ("status" IN ('uploaded', 'processing', 'completed', 'stopped', 'error')),
  ADD CONSTRAINT "imports_mode_check" CHECK ("mode" IN ('skip', 'update')),
  -- A file that is worked on says how.
  ADD CONSTRAINT "imports_started_check" CHECK ("status" = 'uploaded' OR ("mapping" IS NOT NULL AND "mode" IS NOT NULL)),
  -- Every row behind the cursor was counted once, as one of three.
  ADD CONSTRAINT "imports_counts_check" CHECK (
    "next_row" BETWEEN 0 AND "row_count" AND "created_count" >= 0 AND "existing_count" >= 0 AND "refused_count" >= 0
    AND "created_count" + "existing_count" + "refused_count" = "next_row"
  );
-- Taken up by the sweep.
CREATE INDEX "imports_processing_idx" ON "imports" ("lease_until") WHERE "status" = 'processing';
-- Files that are no longer needed: kept only until some days after the end.
CREATE INDEX "imports_ended_idx" ON "imports" ("completed_at") WHERE "completed_at" IS NOT NULL;
CREATE INDEX "imports_waiting_idx" ON "imports" ("created_at") WHERE "status" = 'uploaded';
CREATE INDEX "imports_list_idx" ON "imports" ("owner_id", "list_id") WHERE "list_id" IS NOT NULL;
