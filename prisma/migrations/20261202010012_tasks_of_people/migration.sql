ALTER TABLE tasks ADD COLUMN person_id INTEGER;
ALTER TABLE tasks
  ADD CONSTRAINT tasks_owner_id_person_id_fkey FOREIGN KEY (owner_id, person_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (person_id) NOT VALID;
