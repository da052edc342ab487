/** Mutants that change nothing a test could see, each with the reason. */
export const EQUIVALENT: { file: string; line: number; change: string; because: string }[] = [];
