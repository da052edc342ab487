-- What an import puts on the leads that it brings in or finds: the names that were chosen, and their tags once it is started.
ALTER TABLE "imports" ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT '{}', ADD COLUMN "tag_ids" INTEGER[] NOT NULL DEFAULT '{}';
