-- Allowed (index, until 0.2.0): a row for each person, of which there are few.
CREATE UNIQUE INDEX users_account_id_id_key ON users (account_id, id);
DROP INDEX users_account_id_idx;

ALTER TABLE leads ADD COLUMN seller_id INTEGER;
ALTER TABLE leads
  ADD CONSTRAINT leads_owner_id_seller_id_fkey FOREIGN KEY (owner_id, seller_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (seller_id) NOT VALID;

ALTER TABLE lead_events ADD COLUMN person_id INTEGER;
