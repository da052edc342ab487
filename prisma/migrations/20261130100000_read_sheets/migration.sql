-- Of a workbook: which of its sheets was read, and how many others there are that are not hidden.
ALTER TABLE "imports" ADD COLUMN "sheet_name" TEXT, ADD COLUMN "other_sheets" INTEGER NOT NULL DEFAULT 0;
