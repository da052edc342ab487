import { Hono } from "hono";
import { removeAccents } from "../brazil/text";
import type { Env } from "../faults/fault-injection";
import { ELEMENTS, type MapElement } from "./elements";

/** Overpass API for queries with one union of `nwr[filters](around:…);` statements and `out center`. */
export function createOverpassApp(): Hono<Env> {
  const app = new Hono<Env>();
  app.post("/api/interpreter", async (context) => {
    // The public servers reject default user agents.
    if (/^(?:node|undici)?$/.test(context.req.header("user-agent") ?? "")) {
      return context.text("Not Acceptable", 406);
    }
    const { data } = await context.req.parseBody();
    const query = typeof data === "string" ? data : "";
    if (!query.includes("[out:json]")) return context.text("Error: only JSON here", 400);
    const statements = [...query.matchAll(STATEMENT)];
    if (statements.length === 0) {
      return context.html("<p><strong>Error</strong>: line 1: parse error</p>", 400);
    }
    const wanted = statements.map(([, filters = "", radius, latitude, longitude]) => ({
      filters: [...filters.matchAll(FILTER)].map(([filter]) => toCondition(filter)),
      radiusM: Number(radius),
      latitude: Number(latitude),
      longitude: Number(longitude),
    }));
    const limit = Number(/out center (\d+)/.exec(query)?.[1] ?? ELEMENTS.length);
    const found = ELEMENTS.filter((element) =>
      wanted.some(
        ({ filters, ...circle }) =>
          measureMetres(element, circle) <= circle.radiusM &&
          filters.every((matches) => matches(element.tags)),
      ),
    );
    return context.json({
      version: 0.6,
      generator: "Overpass API 0.7.62.7",
      osm3s: {
        timestamp_osm_base: new Date().toISOString(),
        copyright: "The data included in this document is from www.openstreetmap.org.",
      },
      elements: found.slice(0, limit).map(toJson),
    });
  });
  return app;
}

const STATEMENT =
  /nwr((?:\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\])+)\(around:([\d.]+),(-?[\d.]+),(-?[\d.]+)\);/g;
const FILTER = /\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\]/g;

type Condition = (tags: Record<string, string>) => boolean;

/** Parses `["k"="v"]`, `["k"~"regex",i]` and `[~"key regex"~"value regex"]`. */
function toCondition(filter: string): Condition {
  const byKey = /^\[~"(.*)"~"(.*)"(,i)?\]$/.exec(filter);
  if (byKey) {
    const key = toRegExp(byKey[1]);
    const value = toRegExp(byKey[2], byKey[3]);
    return (tags) => Object.entries(tags).some(([k, v]) => key.test(k) && value.test(v));
  }
  const parts = /^\["((?:\\.|[^"\\])*)"(=|~)"((?:\\.|[^"\\])*)"(,i)?\]$/.exec(filter);
  const [, key = "", operator, value = "", flag] = parts ?? [];
  if (operator === "=") return (tags) => tags[key] === removeBackslashes(value);
  const pattern = toRegExp(value, flag);
  return (tags) => pattern.test(tags[key] ?? "") || pattern.test(removeAccents(tags[key] ?? ""));
}

function toRegExp(source = "", flag?: string): RegExp {
  return new RegExp(removeBackslashes(source), flag ? "iu" : "u");
}

function removeBackslashes(written: string): string {
  return written.replace(/\\(.)/g, "$1");
}

function toJson({ type, id, latitude, longitude, tags }: MapElement) {
  return type === "node"
    ? { type, id, lat: latitude, lon: longitude, tags }
    : { type, id, center: { lat: latitude, lon: longitude }, nodes: [id + 1, id + 2], tags };
}

interface Position {
  latitude: number;
  longitude: number;
}

function measureMetres(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const x =
    (b.longitude - a.longitude) * radians * Math.cos(((a.latitude + b.latitude) / 2) * radians);
  const y = (b.latitude - a.latitude) * radians;
  return Math.hypot(x, y) * 6_371_009;
}
