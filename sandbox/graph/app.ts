import { randomUUID } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { asText, isBody } from "../evolution/validation";
import { type Env, injectFaults } from "../faults/fault-injection";
import { type GraphContent, toScopedId } from "../whatsapp/graph-numbers";
import { findPhone } from "../whatsapp/phones";
import type { World } from "../world";
import { createTemplateControl } from "./template-control";
import { createTemplates } from "./templates";

/**
 * Meta's Graph API as far as the WhatsApp Cloud API needs it, mounted under /graph. Every token is good unless it begins
 * with 'refused', and every number and account exists unless its id begins with 404.
 */
export function createGraphApp(world: World): Hono<Env> {
  const { graph, store, faults } = world;
  const files = new Map<string, Buffer>();
  const reads: { phone: string; message_id: unknown; typing: boolean }[] = [];
  const templates = createTemplates();
  /** A token belongs to one business account: the one whose webhooks were requested with it. */
  const accountOf = new Map<string, string>();
  const limits = new Map<string, string>();
  const app = new Hono<Env>();

  app.route("/control", createTemplateControl({ graph, templates, limits }));

  app.post("/control/:phone/receive", async (context) => {
    const body = await readBody(context);
    const contact = asText(body.contact) ?? "";
    let content = body.content as GraphContent | undefined;
    content ??= { type: "text", text: { body: asText(body.text) ?? "" } };
    const file = asText(body.file);
    if (file !== null) {
      const id = `media-${randomUUID()}`;
      files.set(id, Buffer.from(file, "base64"));
      const node = content[content.type];
      content = { ...content, [content.type]: { ...(isBody(node) && node), id } };
    }
    const id = graph.receive(context.req.param("phone"), contact, content, {
      hidden: body.hidden === true,
      scoped: body.scoped === true,
    });
    return context.json({ id, user_id: toScopedId(contact) }, 201);
  });

  app.get("/control/:phone/reads", (context) => {
    const phone = context.req.param("phone");
    return context.json(reads.flatMap(({ phone: of, ...read }) => (of === phone ? [read] : [])));
  });

  app.use(injectFaults(faults, "graph"));
  app.use(refuseByFault(world));
  app.use(async (context, next) => {
    const token = /^Bearer (.+)$/.exec(context.req.header("authorization") ?? "")?.[1];
    if (token === undefined || token.startsWith("refused")) return fail(context, 190, 401);
    await next();
    return undefined;
  });

  app.get("/files/:id", (context) => {
    const file = files.get(context.req.param("id"));
    return file ? context.body(new Uint8Array(file)) : context.text("Not Found", 404);
  });

  app.get("/:version/:account/message_templates", (context) => {
    if (isUnknown(context.req.param("account"))) return fail(context, 100, 400);
    const limit = Math.max(1, Number(context.req.query("limit")) || 25);
    const start = Number(context.req.query("after") ?? 0) || 0;
    const listed = templates.list(context.req.param("account"));
    const data = listed.slice(start, start + limit);
    const after = String(start + data.length);
    const more = start + data.length < listed.length;
    return context.json({
      data,
      paging: { cursors: { before: "0", after }, ...(more && { next: `${world.url}/next` }) },
    });
  });

  app.post("/:version/:account/subscribed_apps", (context) => {
    const account = context.req.param("account");
    if (isUnknown(account)) return fail(context, 100, 400);
    accountOf.set(context.req.header("authorization") ?? "", account);
    return context.json({ success: true });
  });

  app.post("/:version/:phone/messages", async (context) => {
    const body = await readBody(context);
    if (body.status === "read") {
      const typing = isBody(body.typing_indicator);
      reads.push({ phone: context.req.param("phone"), message_id: body.message_id, typing });
      return context.json({ success: true });
    }
    const to = asText(body.to) ?? asText(body.recipient) ?? "";
    const key = body.to === undefined ? fromScopedId(to) : to;
    const phone = findPhone(key, store.phoneOverrides);
    if (phone === null) return fail(context, 131_026, 400);
    const account = accountOf.get(context.req.header("authorization") ?? "") ?? "";
    const template =
      body.type === "template"
        ? templates.render(account, isBody(body.template) ? body.template : {})
        : null;
    if (template && "code" in template) return fail(context, template.code, template.status);
    const written = isBody(body.text) ? asText(body.text.body) : null;
    const text = template ? template.text : (written ?? String(body.type));
    const id = graph.accept({
      phoneNumberId: context.req.param("phone"),
      phone,
      to,
      text,
      category: template?.category ?? null,
      ownId: asText(body.biz_opaque_callback_data),
    });
    return context.json({
      messaging_product: "whatsapp",
      contacts: [{ input: to, wa_id: phone.jid.split("@")[0] }],
      messages: [{ id }],
    });
  });

  app.get("/:version/:id", (context) => {
    const id = context.req.param("id");
    if (isUnknown(id)) return fail(context, 100, 400);
    if (id.startsWith("media-")) {
      return files.has(id)
        ? context.json({ id, url: `${world.url}/graph/files/${id}`, messaging_product: "whatsapp" })
        : fail(context, 100, 400);
    }
    // A field that a version no longer has is refused, together with all other requested fields.
    const fields = (context.req.query("fields") ?? "").split(",");
    if (fields.includes("messaging_limit_tier")) return fail(context, 100, 400);
    return context.json({
      id,
      display_phone_number: `+55 11 9${id.replace(/\D/g, "").slice(-8).padStart(8, "0")}`,
      verified_name: "Garimpo",
      quality_rating: "GREEN",
      whatsapp_business_manager_messaging_limit: limits.get(id) ?? "TIER_2K",
    });
  });

  return app;
}

function isUnknown(id: string): boolean {
  return id.startsWith("404");
}

/** Inverse of toScopedId. */
function fromScopedId(id: string): string {
  const scaled = BigInt(/^BR\.(\d{1,30})$/.exec(id)?.[1] ?? 0) - 1_000_000_000_000_003n;
  return scaled > 0n ? (scaled / 13n).toString() : "";
}

/** Answers with the error of a fault, by its code, in Meta's wording. */
function refuseByFault({ faults }: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const [fault] = faults.strike("graph", context.req.path, ["graph-error"]);
    if (fault === undefined) {
      await next();
      return undefined;
    }
    const { code = 131_000, status = 400, retryAfterSeconds } = fault;
    if (retryAfterSeconds !== undefined) context.header("retry-after", String(retryAfterSeconds));
    return fail(context, code, status);
  };
}

function fail(context: Context<Env>, code: number, status: number): Response {
  const error = { message: `(#${code}) Sandbox`, type: "OAuthException", code, fbtrace_id: "0" };
  return context.json({ error }, status as 400);
}

async function readBody(context: Context<Env>): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.json().catch(() => null);
  return isBody(body) ? body : {};
}
