-- Companies of the registry that a lead is not, though it has their number, as a person said.
CREATE TABLE company_denials (
  owner_id INTEGER NOT NULL,
  lead_id INTEGER NOT NULL,
  cnpj TEXT NOT NULL,
  PRIMARY KEY (owner_id, lead_id, cnpj),
  FOREIGN KEY (owner_id, lead_id) REFERENCES leads (owner_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT company_denials_cnpj_check CHECK (cnpj ~ '^[0-9A-Z]{14}$')
);
