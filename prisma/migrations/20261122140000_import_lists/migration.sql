-- Lists that an import made were recorded as made by hand. They are younger than the import's upload; a list chosen
-- as the import's target is older.
UPDATE "lists" l SET "source" = 'import'
FROM "imports" i
WHERE i."owner_id" = l."owner_id" AND i."list_id" = l."id" AND l."source" = 'manual' AND l."created_at" >= i."created_at";
