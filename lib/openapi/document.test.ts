import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { allEndpoints, api } from "@/lib/contracts";
import { buildOpenApiDocument } from "./document";
import { FIELD_MEANINGS } from "./field-meanings";

const document = buildOpenApiDocument({ serverUrl: "https://app.example", cookieName: "session" });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, "openapi");

function problemsOf(value: unknown, pointer: string): unknown {
  const validate = ajv.compile({ $ref: `openapi#${pointer}` });
  return validate(value) ? null : validate.errors;
}

const escapePointer = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

test("is valid by OpenAPI 3.1's own schema", async () => {
  const result = await new Validator().validate({ ...structuredClone(document) });
  expect(result).toEqual({ valid: true });
});

test("names every endpoint once, with the status it answers", () => {
  for (const { method, path, status = 200, statusIf } of allEndpoints) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.responses, `${method} ${path}`).toHaveProperty(String(status));
    if (statusIf) expect(operation?.responses).toHaveProperty(String(statusIf.status));
  }
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every reference leads somewhere", () => {
  const references = new Set(JSON.stringify(document).match(/#\/components\/\w+\/\w+/g));
  expect(references.size).toBeGreaterThan(40);
  for (const reference of references) {
    const [, , kind = "", name = ""] = reference.split("/");
    const components = document.components as unknown as Record<string, object>;
    expect(components[kind], reference).toHaveProperty(name);
  }
});

describe("examples", () => {
  test.each(operations.filter(({ operation }) => "requestBody" in operation))(
    "the body of $operation.operationId is accepted",
    ({ path, method, operation }) => {
      const [type = "", content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      if (type !== "application/json") return expect(type).toBe("application/octet-stream");
      const pointer = `/paths/${escapePointer(path)}/${method}/requestBody/content/${escapePointer(type)}/schema`;
      expect(problemsOf(content?.example, pointer)).toBeNull();
      const [feature = "", name = ""] = operation.operationId.split(".");
      const features = api as unknown as Record<string, Record<string, { body: z.ZodMiniType }>>;
      const parsed = z.safeParse(
        features[feature]?.[name]?.body as z.ZodMiniType,
        content?.example,
      );
      expect(parsed.error?.issues ?? []).toEqual([]);
    },
  );

  test.each(operations)("the answers of $operation.operationId match their schema", (each) => {
    const { path, method, operation } = each;
    for (const [status, response] of Object.entries(operation.responses)) {
      const { example } = ("content" in response && response.content?.["application/json"]) || {};
      if (example === undefined) continue;
      const pointer = `/paths/${escapePointer(path)}/${method}/responses/${status}/content/application~1json/schema`;
      expect(problemsOf(example, pointer)).toBeNull();
    }
  });

  test("of errors match their schema", () => {
    for (const [name, response] of Object.entries(document.components.responses)) {
      const { content } = response as { content: Record<string, { example: unknown }> };
      const pointer = `/components/responses/${name}/content/application~1json/schema`;
      expect(problemsOf(content["application/json"]?.example, pointer)).toBeNull();
    }
  });
});

test.each(Object.keys(document.webhooks))("the example of %s matches its schema", (event) => {
  const { post } = document.webhooks[event] as {
    post: { requestBody: { content: Record<string, { example: unknown }> } };
  };
  const pointer = `/webhooks/${event}/post/requestBody/content/application~1json/schema`;
  expect(problemsOf(post.requestBody.content["application/json"]?.example, pointer)).toBeNull();
});

describe("what is sent", () => {
  test("says what the items of a list are", () => {
    const body = document.paths["/api/leads/bulk_delete"]?.["post"]?.requestBody;
    const { properties = {} } = body?.content["application/json"]?.schema ?? {};
    expect((properties as Record<string, object>)["lead_ids"]).toEqual({
      type: "array",
      minItems: 1,
      maxItems: 10_000,
      items: { type: "integer", minimum: 1, maximum: 2_147_483_647 },
      description: expect.any(String),
    });
  });

  test("paging is said in the same words everywhere", () => {
    const said: Record<string, Set<string | undefined>> = {};
    for (const { operation } of operations) {
      for (const { name, schema, description } of operation.parameters ?? []) {
        if (!["page", "per_page", "after", "before"].includes(name)) continue;
        const key = `${name} ${JSON.stringify(schema["type"])}`;
        said[key] = (said[key] ?? new Set()).add(description);
      }
    }
    expect(Object.keys(said)).toHaveLength(5);
    for (const [name, sentences] of Object.entries(said)) {
      expect([...sentences], name).toEqual([expect.any(String)]);
    }
  });
});

describe("what a name means", () => {
  /** Fields of bodies that their names and their endpoints explain. */
  const PLAIN = [
    "active",
    "address",
    "business_description",
    "business_name",
    "city",
    "content",
    "conversion_objective",
    "current_password",
    "email",
    "key",
    "language",
    "lead_id",
    "list_id",
    "list_name",
    "message",
    "messages",
    "name",
    "new_password",
    "password",
    "phone",
    "query",
    "start_date",
    "state",
    "status",
    "text",
    "token",
    "url",
    "user_id",
    "value",
    "website",
    "contacts",
    "display_name",
    "whatsapp_number",
    "number",
    "filter",
    "stripe_customer_id",
    "stripe_subscription_id",
  ];

  test("is said of every parameter", () => {
    const silent = operations.flatMap(({ operation }) =>
      (operation.parameters ?? [])
        .filter(({ description }) => !description)
        .map(({ name }) => `${operation.operationId} ${name}`),
    );
    expect(silent).toEqual([]);
  });

  test("is said of every field of a body that does not say it itself", () => {
    const silent = new Set<string>();
    const walk = (schema: unknown) => {
      if (Array.isArray(schema)) schema.forEach(walk);
      if (typeof schema !== "object" || schema === null) return;
      for (const [key, value] of Object.entries(schema)) {
        if (key !== "properties") {
          walk(value);
          continue;
        }
        for (const [name, field] of Object.entries(value as Record<string, object>)) {
          if (!("description" in field) && !PLAIN.includes(name)) silent.add(name);
          walk(field);
        }
      }
    };
    for (const { operation } of operations) {
      walk(operation.requestBody?.content["application/json"]?.schema);
    }
    expect([...silent]).toEqual([]);
  });

  test("stands on a field whose name means something else elsewhere", () => {
    const text = JSON.stringify(document);
    expect(text).toContain('"columns":{"description":"The headers of the file, in its order."');
    expect(text).toContain(
      '"columns":{"description":"The columns that are shown, by their names."',
    );
  });

  test("is said of names that there are", () => {
    const text = JSON.stringify(document);
    const unused = Object.keys(FIELD_MEANINGS).filter((name) => !text.includes(`"${name}":`));
    expect(unused).toEqual([]);
  });
});

test("a document with a fault is noticed", async () => {
  const { summary, ...rest } = structuredClone(document.paths["/api/leads"]?.["get"]) ?? {};
  const paths = { "/api/leads": { get: { ...rest, summary: [summary] } } };
  expect(await new Validator().validate({ ...document, paths })).toMatchObject({ valid: false });
});
