import * as z from "zod/mini";
import { Id } from "@/lib/contracts/shared/fields";
import { FIELD_MEANINGS } from "./field-meanings";
import { NAMED_SCHEMAS } from "./named-schemas";

/** A JSON Schema of draft 2020-12, which is what OpenAPI 3.1 uses. */
export type JsonSchema = { [keyword: string]: unknown };

/** The side that a schema describes: a request's value (`input`), or an answer's (`output`). */
type Side = "input" | "output";

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) names.add(schema, { id });

const SAFE_INTEGERS = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** Converts contracts' schemas, and collects the named ones, which the others refer to. */
export function createSchemaConverter() {
  const components: Record<string, JsonSchema> = {};

  /** @throws Error when two schemas of one name differ, as a schema with defaults does between its two sides */
  function convert(schema: z.core.$ZodType, io: Side): JsonSchema {
    // Wrapped, so that a schema that has its own name becomes a reference too.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata: names,
      override: (context) => adapt(context.zodSchema, context.jsonSchema, io),
    }) as unknown as { $defs?: Record<string, JsonSchema>; properties: { it: JsonSchema } };
    for (const [name, definition] of Object.entries($defs)) {
      const { id, ...rest } = referToComponents(definition) as JsonSchema;
      const known = components[name];
      if (known && JSON.stringify(known) !== JSON.stringify(rest)) {
        throw new Error(`Two schemas are called ${name}`);
      }
      components[name] = rest;
    }
    return referToComponents(properties.it) as JsonSchema;
  }

  function adapt(schema: z.core.$ZodTypes, json: JsonSchema, io: Side): void {
    const { def } = schema._zod;
    const said = z.globalRegistry.get(schema)?.description;
    if (said) json["description"] = said;
    if (json["pattern"] === z.regexes.date.source) json["format"] = "date";
    // The pattern of a format says the same in two hundred characters.
    if (json["format"] !== undefined) delete json["pattern"];
    for (const bound of ["minimum", "maximum"]) {
      if (SAFE_INTEGERS.includes(json[bound] as number)) delete json[bound];
    }
    // A later version may answer more fields: clients must not refuse them.
    if (io === "output" && def.type === "object") delete json["additionalProperties"];
    if (schema === (Id as z.core.$ZodType)) {
      replace(json, { type: "integer", minimum: 1, maximum: 2_147_483_647 });
    }
    // `arrayOf` checks the length first and the items by a second schema.
    if (io === "input" && def.type === "pipe" && def.out._zod.def.type === "array") {
      const { element } = def.out._zod.def as z.core.$ZodArrayDef;
      if (json["type"] === "array") json["items"] = convert(element, io);
    }
  }

  return { convert, components };
}

function replace(json: JsonSchema, by: JsonSchema): void {
  for (const keyword of Object.keys(json)) delete json[keyword];
  Object.assign(json, by);
}

/**
 * Copies a schema. Its references then point at the document's components, and its fields are described: by their own
 * description, else by what their name means everywhere.
 */
function referToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referToComponents);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$ref" && typeof inner === "string"
        ? [key, inner.replace("#/$defs/", "#/components/schemas/")]
        : [key, key === "properties" ? describeFields(inner as object) : referToComponents(inner)],
    ),
  );
}

function describeFields(properties: object): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = FIELD_MEANINGS[name];
      return [
        name,
        { ...(description && { description }), ...(referToComponents(schema) as JsonSchema) },
      ];
    }),
  );
}
