import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { ACTIONS, isAction } from "../payments/actions";
import { buildSample, SAMPLES } from "../whatsapp/contents";
import { OWN_PHONES } from "../whatsapp/phones";
import type { World } from "../world";
import { renderFragment, renderSites } from "./fragment";
import { renderMail } from "./mails";
import { renderShell } from "./shell";

/** The sandbox's web page. Every action is a plain form; the script only avoids full page loads. */
export function createPageApp(world: World): Hono<Env> {
  const { store, sessions, conversations, payments } = world;
  const app = new Hono<Env>();

  app.get("/", (context) => context.html(renderShell(renderFragment(world), renderSites())));
  app.get("/fragment", (context) => context.html(renderFragment(world)));

  app.get("/mails/:id", (context) => {
    const mail = store.mails.find(({ id }) => id === context.req.param("id"));
    return mail === undefined
      ? context.text("E-mail não encontrado", 404)
      : context.html(renderMail(mail));
  });

  app.post("/actions/scan", async (context) => {
    const form = await context.req.formData();
    const phone = String(form.get("phone"));
    if (OWN_PHONES.some(({ key }) => key === phone)) sessions.scan(String(form.get("code")), phone);
    return context.redirect("/", 303);
  });

  app.post("/actions/unpair", async (context) => {
    const instance = String((await context.req.formData()).get("instance"));
    if (store.instances.has(instance)) sessions.endPairing(instance, 401);
    return context.redirect("/", 303);
  });

  app.post("/actions/reply", async (context) => {
    const form = await context.req.formData();
    const text = String(form.get("text") ?? "").trim();
    const instance = String(form.get("instance"));
    const sample = SAMPLES.find((each) => each === form.get("sample"));
    const content = sample === undefined ? { text } : buildSample(sample, text);
    if (sample !== undefined || text !== "") {
      conversations.receive(instance, String(form.get("contact")), content);
    }
    return context.redirect("/", 303);
  });

  app.post("/actions/payment", async (context) => {
    const form = await context.req.formData();
    const action = form.get("action");
    const id = String(form.get("subscription"));
    if (isAction(action) && payments.find("subscription", id)) ACTIONS[action].run(payments, id);
    return context.redirect("/", 303);
  });

  return app;
}
