import { Hono } from "hono";
import { asText, isBody } from "../evolution/validation";
import type { Env } from "../faults/fault-injection";
import { type GraphNumbers, toScopedId } from "../whatsapp/graph-numbers";
import type { GraphTemplate, GraphTemplates } from "./templates";

/** Endpoints for tests: the templates of a business account, a number's limit, and Meta's announcements about both. */
export function createTemplateControl(needs: {
  graph: GraphNumbers;
  templates: GraphTemplates;
  limits: Map<string, string>;
}): Hono<Env> {
  const { graph, templates, limits } = needs;
  const app = new Hono<Env>();
  const read = async (request: { json(): Promise<unknown> }) => {
    const body = await request.json().catch(() => null);
    return isBody(body) ? body : {};
  };

  app.put("/:account/templates", async (context) => {
    const body = await context.req.json<GraphTemplate[]>();
    templates.set(context.req.param("account"), body);
    return context.json({ set: body.length });
  });

  /** Changes a template; `announce` is the value of Meta's webhook about it, `field` names the webhook. */
  app.patch("/:account/templates/:name", async (context) => {
    const { account, name } = context.req.param();
    const { changed, field, announce } = await read(context.req);
    const known = templates.change(account, name, isBody(changed) ? changed : {});
    if (typeof field === "string") {
      const value = { message_template_name: name, message_template_language: "pt-BR" };
      graph.announce(account, field, { ...value, ...(isBody(announce) && announce) });
    }
    return context.json({ known });
  });

  /** A tier such as TIER_250. */
  app.put("/:phone/limit", async (context) => {
    const tier = asText((await read(context.req)).tier) ?? "TIER_2K";
    limits.set(context.req.param("phone"), tier);
    return context.json({ tier });
  });

  /** A contact switches promotions off, or on again. */
  app.post("/:phone/preference", async (context) => {
    const body = await read(context.req);
    const contact = asText(body.contact) ?? "";
    const phone = context.req.param("phone");
    graph.announce("0", "user_preferences", {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "0", phone_number_id: phone },
      contacts: [{ profile: { name: "" }, wa_id: contact, user_id: toScopedId(contact) }],
      user_preferences: [
        {
          wa_id: contact,
          user_id: toScopedId(contact),
          detail: "User requested to change marketing messages",
          category: "marketing_messages",
          value: asText(body.value) ?? "stop",
          timestamp: Math.floor(Date.now() / 1000),
        },
      ],
    });
    return context.json({ announced: true }, 201);
  });

  return app;
}
