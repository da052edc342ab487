import type { Release } from "@/server/registry/registry/registry-lookups.service";
import { countSample, type SampleCount } from "./similar.repository";

/** How frequent activities, sizes and ages are among the active companies of a state, from a sample. */
export type StateProfile = (kind: SampleCount["kind"], code: number) => number;

/** Enough to find what one company in some thousands has; the lookups take some 50 ms. */
const SAMPLE_ROWS = 20_000;

/** The profiles of one month, as its companies' ages are on one day. */
let known: { key: string; profiles: Map<string, Promise<StateProfile>> } | undefined;

export function getStateProfile(
  release: Release,
  uf: string,
  today: string,
  ageBounds: readonly string[],
): Promise<StateProfile> {
  const key = `${release.import_id} ${today}`;
  if (known?.key !== key) known = { key, profiles: new Map() };
  const { profiles } = known;
  const kept = profiles.get(uf);
  if (kept) return kept;
  const profile = measureState(uf, ageBounds);
  profiles.set(uf, profile);
  profile.catch(() => profiles.delete(uf));
  return profile;
}

async function measureState(uf: string, ageBounds: readonly string[]): Promise<StateProfile> {
  const counts = await countSample(uf, SAMPLE_ROWS, ageBounds);
  const all = Math.max(1, counts.find(({ kind }) => kind === "all")?.count ?? 0);
  const shares = new Map(counts.map(({ kind, code, count }) => [`${kind} ${code}`, count / all]));
  return (kind, code) => shares.get(`${kind} ${code}`) ?? 0;
}
