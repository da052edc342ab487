import { LEASE, MACHINERY, type Table } from "./table";

/** Searches, radars and the public registry. */
export const DISCOVERY_TABLES = {
  site_checks: { writer: "site-checks", noFile: MACHINERY },
  searches: { writer: "searches", file: "As buscas", without: LEASE },
  search_results: { writer: "searches", file: "O que cada busca encontrou", merged: "moved" },
  geocode_cache: {
    writer: "geo",
    owner: null,
    kept: "trimmed by each address that is added",
    noPerson: "addresses without a name",
  },
  municipality_districts: {
    writer: "geo",
    owner: null,
    kept: "a row for each municipality",
  },
  service_turns: { writer: "geo", owner: null, kept: "a row for each service" },
  site_visits: { writer: "sites", owner: null, duty: "delete free sites" },

  radars: { writer: "radars", file: "Os radares" },
  radar_runs: { writer: "radars", file: "As execuções dos radares", without: LEASE },
  radar_findings: { writer: "radars", file: "O que os radares encontraram" },

  company_denials: {
    writer: "lead-questions",
    file: "Empresas da Receita que você disse não serem um lead",
  },
  registry_imports: {
    writer: "registry-imports",
    owner: null,
    kept: "a row for each month of the registry, which the administrator imported",
    outlives: true,
  },
  registry_import_files: {
    writer: "registry-imports",
    owner: null,
    kept: "37 rows for each month",
  },
  registry_refusals: {
    writer: "registry-imports",
    owner: null,
    kept: "the lines of a month that were refused: some hundreds",
  },
  registry_choices: { writer: "partner-choice", owner: null, kept: "one row" },
} as const satisfies Record<string, Table>;
