/** What an import does, in this order. A killed step is repeated, the loading from where it was. */
export const REGISTRY_STEPS = [
  "download",
  "check",
  "stage",
  "load",
  "build",
  "index",
  "measure",
  "verify",
  "compare",
  "serve",
  "mark",
] as const;
export type RegistryStep = (typeof REGISTRY_STEPS)[number];

export const STEP_LABEL: Record<RegistryStep, string> = {
  download: "Baixando os arquivos",
  check: "Conferindo os arquivos",
  stage: "Preparando as tabelas",
  load: "Lendo os arquivos",
  build: "Montando a tabela de busca",
  index: "Criando os índices",
  measure: "Contando",
  verify: "Conferindo o mês",
  compare: "Comparando com o mês no ar",
  serve: "Publicando",
  mark: "Marcando leads de empresas fechadas",
};

/** The share of the time that had passed when a step begins, as measured; the rest of the scale is the last step's. */
const STEP_BEGINS: Record<RegistryStep, number> = {
  download: 0,
  check: 0,
  stage: 0.01,
  load: 0.01,
  build: 0.5,
  index: 0.7,
  measure: 0.95,
  verify: 0.98,
  compare: 0.98,
  serve: 0.99,
  mark: 0.99,
};

/** From 0 to 1. A download has a separate scale. */
export function computeImportProgress(step: RegistryStep, readBytes: number, size: number): number {
  const begins = STEP_BEGINS[step];
  if (step === "download") return size === 0 ? 0 : Math.min(1, readBytes / size);
  if (step !== "load" || size === 0) return begins;
  return begins + (STEP_BEGINS.build - begins) * Math.min(1, readBytes / size);
}
