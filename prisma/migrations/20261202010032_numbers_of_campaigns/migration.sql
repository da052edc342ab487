ALTER TABLE campaigns ADD COLUMN instance_id INTEGER;
ALTER TABLE campaigns ADD CONSTRAINT campaigns_owner_id_instance_id_fkey FOREIGN KEY (owner_id, instance_id) REFERENCES whatsapp_instances (owner_id, id) ON UPDATE CASCADE ON DELETE SET NULL (instance_id) NOT VALID;
