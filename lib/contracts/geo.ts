import * as z from "zod/mini";
import { endpoint } from "./endpoint";

const Uf = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, "UF inválida."));

const State = z.object({ id: z.number(), sigla: z.string(), nome: z.string() });
const Municipality = z.object({ id: z.number(), nome: z.string() });

export const geo = {
  states: endpoint({
    method: "GET",
    path: "/api/geo/states",
    access: "public",
    summary: "Brazilian states by name",
    response: z.array(State),
  }),
  municipalities: endpoint({
    method: "GET",
    path: "/api/geo/states/{uf}/municipalities",
    access: "public",
    summary: "Municipalities of a state by name",
    params: z.object({ uf: Uf }),
    response: z.array(Municipality),
  }),
};
