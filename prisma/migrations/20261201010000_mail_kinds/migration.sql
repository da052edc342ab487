-- The compiler knows the kinds: each one more was a migration.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
