-- Each account has one number yet, however many phones it was in the course of time.
UPDATE conversations c SET instance_id = i.id FROM whatsapp_instances i WHERE i.owner_id = c.owner_id AND c.instance_id IS NULL;
