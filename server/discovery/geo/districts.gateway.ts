import type { OutsideFailure } from "@/server/platform/outside/call-json";

export interface District {
  id: number;
  nome: string;
}

/**
 * Finds the districts of a municipality by its IBGE code. An empty list is a success. Throws only when the signal
 * aborts.
 */
export interface DistrictsGateway {
  findDistricts(
    municipalityId: number,
    signal: AbortSignal,
  ): Promise<{ ok: true; districts: District[] } | OutsideFailure>;
}
