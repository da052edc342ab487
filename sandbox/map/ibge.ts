import { Hono } from "hono";
import { DISTRICTS } from "../brazil/cities";
import type { Env } from "../faults/fault-injection";
import { hashText } from "../random";

/** IBGE's `/api/v1/localidades/municipios/{id}/distritos`: two to five districts per municipality, the seat first. */
export function createIbgeApp(): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/api/v1/localidades/municipios/:id{\\d{7}}/distritos", (context) => {
    const id = context.req.param("id");
    const first = hashText(id) % (DISTRICTS.length - 5);
    const names = DISTRICTS.slice(first, first + 2 + (hashText(id) % 4));
    return context.json(
      names.map((nome, index) => ({
        id: Number(`${id}${String(5 * (index + 1)).padStart(2, "0")}`),
        nome,
        municipio: { id: Number(id) },
      })),
    );
  });
  return app;
}
