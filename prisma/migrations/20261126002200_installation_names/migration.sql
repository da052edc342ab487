-- What the installation is called in the store of files: it was a hash of the sealed word, which is sealed again when the
-- secret is changed.
ALTER TABLE installation ADD COLUMN name TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '');
UPDATE installation SET name = left(encode(sha256(convert_to(sealed_word, 'UTF8')), 'hex'), 32);
