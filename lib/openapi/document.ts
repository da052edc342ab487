import { api } from "@/lib/contracts";
import type { Endpoint } from "@/lib/contracts/shared/endpoint";
import { ErrorBody } from "@/lib/contracts/shared/error-body";
import { buildDownloads } from "./downloads";
import { buildErrorResponses } from "./errors";
import { createSchemaConverter, type JsonSchema } from "./json-schema";
import { buildOperation, type Operation } from "./operations";
import { buildOutgoingWebhooks } from "./outgoing-webhooks";

/** The heading of each feature of the contracts. */
const TAGS: Record<keyof typeof api, string> = {
  activities: "Campaigns",
  firstContact: "Leads",
  admin: "Administration",
  recovery: "Administration",
  apiTokens: "Sessions",
  auth: "Sessions",
  subscription: "Billing",
  billing: "Billing",
  billingAdmin: "Administration",
  campaigns: "Campaigns",
  campaignTemplates: "Campaigns",
  steps: "Campaigns",
  answers: "Conversations",
  cannedAnswers: "Conversations",
  scheduledMessages: "Conversations",
  chat: "Conversations",
  chatAssignments: "Conversations",
  chatNotes: "Conversations",
  chatSearch: "Conversations",
  chatTemplates: "Conversations",
  contacts: "Contacts",
  credits: "Credits",
  dashboard: "Reports",
  deals: "Reports",
  eventReports: "Reports",
  eventStory: "Reports",
  geo: "Geography",
  signIn: "Account",
  identities: "Account",
  secondFactor: "Account",
  passkeys: "Account",
  requiredFactor: "Administration",
  sizes: "Administration",
  accountActions: "Account",
  team: "Account",
  handovers: "Account",
  turns: "Account",
  teamResults: "Reports",
  accountDeletion: "Account",
  accountExports: "Account",
  privacyNotice: "Account",
  imports: "Imports",
  board: "Leads",
  leadBulk: "Leads",
  leadContacts: "Leads",
  leadHistory: "Leads",
  leadMerges: "Leads",
  duplicates: "Leads",
  leads: "Leads",
  leadViews: "Leads",
  lossReasons: "Leads",
  messagePrices: "Administration",
  messageTrace: "Administration",
  notes: "Leads",
  lists: "Lists",
  optOuts: "Opt-outs",
  privacy: "Data subjects",
  radars: "Company registry",
  registry: "Company registry",
  companies: "Company registry",
  registryImports: "Administration",
  registryPartners: "Administration",
  searches: "Searches",
  sessions: "Sessions",
  sessionProof: "Sessions",
  ownFields: "Leads",
  stages: "Leads",
  tags: "Leads",
  suggestions: "Conversations",
  system: "System",
  tasks: "Tasks",
  today: "Reports",
  users: "Account",
  webhooks: "Webhooks",
  ownNumbers: "WhatsApp connection",
  whatsapp: "WhatsApp connection",
};

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What we send. */
  webhooks: Record<string, object>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
}

/** Builds the OpenAPI document of the whole API from the contracts. */
export function buildOpenApiDocument({
  serverUrl,
  cookieName,
}: {
  serverUrl: string;
  /** Of the session's cookie. */
  cookieName: string;
}): OpenApiDocument {
  const converter = createSchemaConverter();
  const paths: OpenApiDocument["paths"] = {};
  const add = (method: string, path: string, operation: Operation) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const [feature, endpoints] of Object.entries(api)) {
    const tag = TAGS[feature as keyof typeof api];
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const operation = buildOperation(`${feature}.${name}`, tag, endpoint, converter);
      add(endpoint.method, endpoint.path, operation);
    }
  }
  for (const [path, operation] of buildDownloads(converter)) add("GET", path, operation);
  converter.convert(ErrorBody, "output");
  return {
    openapi: "3.1.0",
    info: { title: "Garimpo", version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(TAGS))].sort().map((name) => ({ name })),
    paths,
    webhooks: buildOutgoingWebhooks(),
    components: {
      schemas: converter.components,
      responses: buildErrorResponses(),
      securitySchemes: {
        apiToken: {
          type: "http",
          scheme: "bearer",
          description:
            "A personal API token, `garimpo_…`, made in the profile. It has scopes: `read` for reading, `write` for changing records, `send` for what makes WhatsApp messages leave. One does not include another.",
        },
        session: {
          type: "http",
          scheme: "bearer",
          description:
            "The token that `POST /api/auth` answers, also as `token: T` or `Authorization: T`. One that was given to a browser works only together with that browser's cookie.",
        },
        sessionCookie: {
          type: "apiKey",
          in: "cookie",
          name: cookieName,
          description: "The browser's cookie alone authorises GET, for links and event streams.",
        },
      },
    },
  };
}

const DESCRIPTION = `Finds companies, keeps them as leads and writes to them over WhatsApp. Bodies are JSON in UTF-8; instants are ISO 8601 in UTC; days are those of São Paulo. A later version may add endpoints, parameters, fields of answers, and values of enumerations: ignore what you do not know.

## Authentication
Programs send a personal API token as \`Authorization: Bearer garimpo_…\`. It is made in the profile, shown once, and may do what its scopes name: \`read\`, \`write\`, \`send\`. What is not for tokens (signing in, sessions, tokens, pairing a phone, billing, administration) takes a session's token. A token that is unknown, expired or revoked is answered 401, one without the scope 403 \`missing_scope\`, and one where only sessions may call 403 \`session_required\`. What would outlast a session (making a token or a webhook) answers 403 \`proof_required\` 15 minutes after the sign-in, until \`POST /api/sessions/prove\`.

## Errors
Every error has one body: \`error\` is a sentence in Portuguese for a person, \`code\` is stable and for programs, \`fields\` names the invalid fields, and \`request_id\` (500, 503) finds the call in our log. Another account's record answers 404, as one that does not exist.

## Pagination
Lists that are paged take \`per_page\` and answer their rows in the order said.
- **By cursor**, where rows come and go: an answer has \`next\`, an opaque text or null at the end. Sent as \`after\`, it answers the rows beyond that page, however many were added or deleted meanwhile; \`page\` is not needed with it.
- **By number**: \`page\` counts from 1, and \`pagination\` tells \`page\`, \`per_page\`, \`total\` and \`total_pages\`. A large total is counted up to 10,000 only.
- The messages of a conversation go back from the latest, each page oldest first: \`next\` leads to earlier ones. \`before\`, the id of the earliest message at hand, does the same.
- Events take \`limit\` and \`offset\`, and are answered as an array.

Lists without these parameters are short and come whole.

## Repeating a request
Every POST of an account, except those that carry a password or a key, takes an \`Idempotency-Key\`: a name of your own, of up to 255 characters. Within 24 hours the same request with the same key is done once: the answer is repeated with \`Idempotency-Replayed: true\`. While the first is under way, the second is answered 409 \`request_in_progress\` with \`Retry-After\`; another request under the same key is answered 422. A request that was invalid, or was answered 429 or 503, did nothing and leaves its key free. If our process died over it, or failed with 500, nobody knows whether it took effect: the key is then answered 409 \`outcome_unknown\`, at most ten minutes later. Look first, and ask again under a new key. Nothing is ever done twice under one key. Where a message leaves, use one: without a key, a connection that breaks leaves you unsure.

## Limits
An API token may call 600 times a minute; some endpoints have narrower limits, which their descriptions say. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) tell of the nearest; beyond it comes 429 with \`Retry-After\`.

## Webhooks
An account can name addresses that are told what happens: \`lead.created\`, \`lead.answered\`, \`lead.opted_out\`, \`lead.stage_changed\`, \`lead.merged\`, \`campaign.finished\`, \`search.finished\`, \`message.received\`, \`task.due\`. They follow the Standard Webhooks specification, for which there are libraries in every language: verify \`webhook-signature\` with the secret that was shown once, refuse an old \`webhook-timestamp\`, and keep \`webhook-id\` to notice a repetition. What is told of one lead has its own fields and the names of its tags. Answer with 2xx within 5 seconds: later tries wait 15, and one address that does not answer is tried ever more rarely. Redirects are not followed. What is not taken is tried ten times in three days, in no particular order, and can be replayed from the log. An address that fails for three days, or answers 410, is switched off. Only public addresses at the standard ports are called.

## Not here
Addresses that our providers call (\`/api/webhooks/…\`) are no part of this API.`;
