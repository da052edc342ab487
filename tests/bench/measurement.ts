export interface Measurement {
  what: string;
  unit: string;
  reference: number;
  ours: number;
  /** Ours divided by the reference; higher is better. */
  ratio: number;
  /** "≥ 0.5" */
  target: string;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
