import { z } from "zod";
import { callJson, readEntries, unavailable } from "@/server/platform/outside/call-json";
import type { DistrictsGateway } from "./districts.gateway";

const TIMEOUT_MS = 10_000;

const Found = z.object({ id: z.coerce.number().int(), nome: z.string().min(1) });

/**
 * IBGE's API (servicodados.ibge.gov.br/api/docs/localidades), `GET /api/v1/localidades/municipios/{id}/distritos`.
 */
export function createIbge(baseUrl: string): DistrictsGateway {
  return {
    async findDistricts(municipalityId, signal) {
      const path = `/api/v1/localidades/municipios/${municipalityId}/distritos`;
      const url = new URL(`${baseUrl.replace(/\/$/, "")}${path}`);
      const call = await callJson(url, { signal, timeoutMs: TIMEOUT_MS });
      if (!call.ok) return call;
      const districts = Array.isArray(call.body) ? readEntries(Found, call.body) : null;
      if (districts === null) return unavailable("the answer is not IBGE's JSON");
      return { ok: true, districts };
    },
  };
}
