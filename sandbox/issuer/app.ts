import { createHash, randomBytes } from "node:crypto";
import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { escapeHtml } from "../page/escape";
import type { World } from "../world";
import { createKey, FLAWS, type Flaw, type Key, toJwk, writeIdToken } from "./flaws";
import { PEOPLE, type Person } from "./people";

const CLIENT = { id: "sandbox", secret: "sandbox-secret" };
const ID_TOKEN_S = 300;
const MAX_CODES = 1_000;

interface Grant {
  person: Person;
  clientId: string;
  redirectUri: string;
  nonce: string;
  challenge: string;
}

interface IssuerState {
  /** The key that signs. */
  key: Key;
  grants: Map<string, Grant>;
  /** The person that each access token is for. */
  tokens: Map<string, Person>;
  flaw: Flaw | null;
  /** Where e-mail and name are: many issuers put them into the ID token; the standard's default is the other place. */
  claimsIn: (typeof CLAIMS_IN)[number];
}

const CLAIMS_IN = ["id_token", "userinfo"] as const;

/** An issuer of OpenID Connect: the visitor chooses which person to be. `control` makes it fail. */
export function createIssuerApps(world: World): { issuer: Hono<Env>; control: Hono<Env> } {
  const state: IssuerState = {
    key: createKey(),
    grants: new Map(),
    tokens: new Map(),
    flaw: null,
    claimsIn: "id_token",
  };
  return { issuer: createIssuerApp(world, state), control: createControl(state) };
}

function createIssuerApp(world: World, state: IssuerState): Hono<Env> {
  const app = new Hono<Env>();
  const address = () => `${world.url}/issuer`;

  app.get("/.well-known/openid-configuration", (context) =>
    context.json({
      issuer: address(),
      authorization_endpoint: `${address()}/authorize`,
      token_endpoint: `${address()}/token`,
      userinfo_endpoint: `${address()}/userinfo`,
      jwks_uri: `${address()}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      // A client must not trust this list: it also names unsafe algorithms.
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      scopes_supported: ["openid", "email", "profile"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    }),
  );

  app.get("/keys", (context) => context.json({ keys: [toJwk(state.key)] }));

  app.get("/authorize", (context) => {
    const query = context.req.query();
    const problem = findProblem(query);
    if (problem) return context.html(renderPage("Pedido recusado", `<p>${problem}</p>`), 400);
    return context.html(renderPage("Quem está entrando?", renderChoices(query)));
  });

  app.post("/authorize", async (context) => {
    const form = Object.fromEntries(await context.req.formData()) as Record<string, string>;
    const problem = findProblem(form);
    if (problem) return context.html(renderPage("Pedido recusado", `<p>${problem}</p>`), 400);
    const back = new URL(form["redirect_uri"] ?? "");
    back.searchParams.set("state", state.flaw === "state" ? "another" : (form["state"] ?? ""));
    back.searchParams.set(
      "iss",
      state.flaw === "response-issuer" ? "https://another.example" : address(),
    );
    if (form["outcome"] === "deny") back.searchParams.set("error", "access_denied");
    else back.searchParams.set("code", keepGrant(state, form, back));
    return context.redirect(back.toString(), 303);
  });

  app.post("/token", async (context) => {
    const form = Object.fromEntries(await context.req.formData()) as Record<string, string>;
    if (!isClient(context.req.header("authorization"), form)) {
      return context.json({ error: "invalid_client" }, 401);
    }
    const grant = state.grants.get(form["code"] ?? "");
    state.grants.delete(form["code"] ?? "");
    const challenge = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    if (!grant || form["redirect_uri"] !== grant.redirectUri || challenge !== grant.challenge) {
      return context.json({ error: "invalid_grant" }, 400);
    }
    const now = Math.floor(Date.now() / 1000);
    const isBare = state.claimsIn === "userinfo" || state.flaw === "userinfo-subject";
    const claims = {
      iss: address(),
      aud: grant.clientId,
      iat: now,
      exp: now + ID_TOKEN_S,
      nonce: grant.nonce,
      ...(isBare ? { sub: grant.person.sub } : grant.person),
    };
    const accessToken = randomBytes(24).toString("base64url");
    keepBounded(state.tokens, accessToken, grant.person);
    return context.json({
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: ID_TOKEN_S,
      ...(state.flaw !== "no-id-token" && {
        id_token: writeIdToken(state.key, claims, state.flaw),
      }),
    });
  });

  app.get("/userinfo", (context) => {
    const [scheme, token = ""] = (context.req.header("authorization") ?? "").split(" ");
    const person = scheme === "Bearer" ? state.tokens.get(token) : undefined;
    if (!person) return context.json({ error: "invalid_token" }, 401);
    return context.json(state.flaw === "userinfo-subject" ? { ...person, sub: "another" } : person);
  });

  return app;
}

function createControl(state: IssuerState): Hono<Env> {
  const app = new Hono<Env>();

  /** The fault that it shows from now on; null for none. */
  app.put("/flaw", async (context) => {
    const { flaw } = (await context.req.json()) as { flaw: unknown };
    const known = FLAWS.find((each) => each === flaw);
    if (flaw !== null && known === undefined) return context.json({ error: "no such flaw" }, 400);
    state.flaw = known ?? null;
    return context.json({ flaw: state.flaw });
  });

  app.put("/claims", async (context) => {
    const { in: wanted } = (await context.req.json()) as { in: unknown };
    const known = CLAIMS_IN.find((each) => each === wanted);
    if (known === undefined) return context.json({ error: "no such place" }, 400);
    state.claimsIn = known;
    return context.json({ in: known });
  });

  /** Replaces the signing key; the previous key is no longer published. */
  app.post("/rotate", (context) => {
    state.key = createKey();
    return context.json({ kid: state.key.kid });
  });

  return app;
}

/** The sandbox runs on this machine, and so does every client that it sends people back to. */
function findProblem(request: Record<string, string>): string | null {
  const { client_id, redirect_uri = "", response_type, code_challenge_method } = request;
  if (client_id !== CLIENT.id) return "Não conheço este programa.";
  if (!URL.canParse(redirect_uri)) return "Falta o endereço de volta.";
  const { hostname } = new URL(redirect_uri);
  if (!["localhost", "127.0.0.1"].includes(hostname)) return "Só volto para este computador.";
  if (response_type !== "code" || code_challenge_method !== "S256") return "Falta o PKCE.";
  return null;
}

function keepGrant(state: IssuerState, form: Record<string, string>, back: URL): string {
  const code = randomBytes(24).toString("base64url");
  keepBounded(state.grants, code, {
    person: choosePerson(form),
    clientId: form["client_id"] ?? "",
    redirectUri: `${back.origin}${back.pathname}`,
    nonce: form["nonce"] ?? "",
    challenge: form["code_challenge"] ?? "",
  });
  return code;
}

function keepBounded<Kept>(all: Map<string, Kept>, key: string, kept: Kept): void {
  const [oldest] = all.keys();
  if (oldest !== undefined && all.size >= MAX_CODES) all.delete(oldest);
  all.set(key, kept);
}

/** A person of the list, or the one that was typed in: the subject of an e-mail is always the same. */
function choosePerson(form: Record<string, string>): Person {
  const known = PEOPLE.find(({ sub }) => sub === form["outcome"]);
  if (known) return known;
  const email = form["email"] ?? "";
  return {
    sub: form["sub"] || `of ${email.toLowerCase()}`,
    name: form["name"] ?? "",
    // A person who typed no e-mail gets no e-mail claims.
    ...(email !== "" && { email, email_verified: form["verified"] === "on" }),
  };
}

function isClient(authorization: string | undefined, form: Record<string, string>): boolean {
  const basic = authorization?.startsWith("Basic ")
    ? Buffer.from(authorization.slice(6), "base64").toString("utf8")
    : `${form["client_id"]}:${form["client_secret"]}`;
  // Basic's halves are form-encoded.
  return basic.split(":").map(decodeURIComponent).join(":") === `${CLIENT.id}:${CLIENT.secret}`;
}

const KEPT = [
  "client_id",
  "redirect_uri",
  "response_type",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
];

function renderChoices(query: Record<string, string>): string {
  const hidden = KEPT.map(
    (name) => `<input type="hidden" name="${name}" value="${escapeHtml(query[name] ?? "")}">`,
  ).join("");
  const people = PEOPLE.map(
    ({ sub, name, email, email_verified }) =>
      `<button name="outcome" value="${sub}" formnovalidate>${escapeHtml(name)}<br><small>${escapeHtml(email ?? "")}${email_verified ? "" : ", sem confirmar"}</small></button>`,
  ).join("");
  return `<form method="post">${hidden}${people}
<h2>Outra pessoa</h2>
<label for="name">Nome</label><input id="name" name="name">
<label for="email">E-mail</label><input id="email" name="email" type="email" required>
<label class="check"><input type="checkbox" name="verified" checked> E-mail confirmado</label>
<button name="outcome" value="typed">Entrar como esta pessoa</button>
<button name="outcome" value="deny" class="quiet" formnovalidate>Recusar</button>
</form>`;
}

function renderPage(title: string, content: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1d2320}h2{font-size:1rem;margin:1rem 0 0}form{display:grid;gap:10px;margin-top:1rem}input,button{font:inherit;padding:10px 12px;border-radius:8px;border:1px solid #b9c2bd}button{background:#0b6e4f;color:#fff;font-weight:600;cursor:pointer}.check input{width:auto}.quiet{background:#fff;color:#a12a2a;border-color:#d9b3b3}body>small{color:#626b66}</style><body><small>Identidades de mentira: ninguém precisa provar nada.</small><h1>${title}</h1>${content}`;
}
