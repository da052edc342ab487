-- A lead has its company's situation from the moment it has the CNPJ, whoever writes it; an import and a rollback of the
-- registry mark all leads anew. The codes are those of lib/domain/registry/registry-labels.ts; a company that the
-- registry does not have has no mark.
CREATE FUNCTION set_company_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cnpj IS NULL THEN
    NEW.company_status := NULL;
  ELSIF TG_OP = 'INSERT' OR NEW.cnpj IS DISTINCT FROM OLD.cnpj THEN
    NEW.company_status := (
      SELECT CASE e.status WHEN 2 THEN NULL WHEN 8 THEN 'baixada' WHEN 3 THEN 'suspensa' WHEN 4 THEN 'inapta'
                           WHEN 5 THEN 'inapta' ELSE 'nula' END
      FROM registry.establishments e WHERE e.cnpj = NEW.cnpj COLLATE "C");
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER set_company_status BEFORE INSERT OR UPDATE OF cnpj ON leads
  FOR EACH ROW EXECUTE FUNCTION set_company_status();
