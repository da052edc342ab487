import type * as z from "zod/mini";
import type { ApiScope } from "@/lib/domain/accounts/api-scopes";
import type { Role } from "@/lib/domain/accounts/roles";
import type { ErrorCode } from "@/lib/errors";

/** Who may call: everybody, a signed-in user, a PRO user, the administrator. */
type Access = "public" | "member" | "pro" | "admin";

/** Rows that belong to a person, or hang on a lead or a conversation that does. */
export type Guarded =
  | "lead"
  | "lead_contact"
  | "note"
  | "task"
  | "message"
  | "conversation_note"
  | "lead_deletion"
  | "lead_edit"
  | "campaign"
  | "recipient";

/**
 * What an endpoint does for somebody who sees a part of the account's leads and conversations. `narrowed`: its service
 * answers and acts within that part. `whole`: it is refused, because it concerns all of them. Otherwise the rows whose ids
 * these inputs hold must be in that part: one that is not is answered as one that does not exist.
 */
type Sight = "narrowed" | "whole" | { readonly [of in Guarded]?: string };

interface RateLimit {
  /** Endpoints with the same name share one count. */
  readonly name?: string;
  /** Calls allowed per window, counted by user or, without a session, by IP address. */
  readonly points: number;
  readonly windowSeconds: number;
}

/** The body is a raw file: more than `maxBytes` is a 413 with the `tooLarge` message. */
export interface Upload {
  readonly maxBytes: number;
  readonly tooLarge: string;
  /** The handler gets the file on disk instead of in memory. */
  readonly spooled?: true;
}

/** The 401 message of endpoints whose wording the specification fixes. */
export const NOT_SIGNED_IN = "Usuário não autenticado";

/** The largest JSON body of an endpoint that names no other limit. */
export const DEFAULT_MAX_BODY_BYTES = 64 * 1024;

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** What a person must at least be in the account, if not a seller. */
  readonly role?: Exclude<Role, "seller">;
  /** Needed where sellers may call it and it tells or changes anything of leads or conversations. */
  readonly sight?: Sight;
  readonly summary: string;
  /** The scope that an API token needs, if not `read` for GET and `write` for the rest. `session`: no token may call. */
  readonly scope?: ApiScope | "session";
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** The body contains a password or a key. It is not stored: a repetition with the same key is not recognised. */
  readonly secretBody?: true;
  /** Also callable by an account that waits for its deletion, which may change nothing else. */
  readonly whileLeaving?: true;
  /** Also callable by a user who must have a second factor but has none, and may do nothing else. */
  readonly whileUnprotected?: true;
  /**
   * Callable only soon after the sign-in, or after a new proof (`POST /api/sessions/prove`): for actions whose effect
   * would outlast a stolen session.
   */
  readonly recentProof?: true;
  /** For bodies that may be larger than `DEFAULT_MAX_BODY_BYTES`. */
  readonly maxBodyBytes?: number;
  readonly upload?: Upload;
  readonly response: z.ZodMiniType;
  readonly status?: 200 | 201 | 202;
  /** Replaces `status` when this field of the response is not null. */
  readonly statusIf?: { readonly present: string; readonly status: 200 | 201 | 202 };
  readonly rateLimit?: RateLimit;
  /** In addition, the limit of calls in 24 hours. */
  readonly dailyLimit?: number;
  /** Errors of this endpoint that others of its kind do not have: see lib/openapi/errors. */
  readonly errors?: readonly ErrorCode[];
  /** The message of a 401, if the specification fixes one. */
  readonly unauthenticated?: string;
  /** The message of a 400, if the specification fixes one; it may depend on the fields' messages, and be empty. */
  readonly invalidInput?: string | ((fields: Readonly<Record<string, string>>) => string);
}

/** One declaration for the route, the client, the form, the OpenAPI document and the tests. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** Whether a repetition under an `Idempotency-Key` is recognised. */
export function takesIdempotencyKey({ method, access, secretBody }: Endpoint): boolean {
  return method === "POST" && access !== "public" && !secretBody;
}

/** The scope that an API token needs; null where it needs none, or where a session alone may call. */
export function getScope({ access, method, scope }: Endpoint): ApiScope | null {
  if (access === "public" || access === "admin" || scope === "session") return null;
  return scope ?? (method === "GET" ? "read" : "write");
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type Input<E extends Endpoint> = {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
};

type Nothing = Record<never, never>;

/** Without the parts that an endpoint has none of; one of which nothing is needed may be left out. */
type Present<T> = {
  [K in keyof T as T[K] extends undefined ? never : Nothing extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as T[K] extends undefined ? never : Nothing extends T[K] ? K : never]?: T[K];
};

export type Call<E extends Endpoint> = Present<{
  params: Sent<E["params"]>;
  query: Sent<E["query"]>;
  body: Sent<E["body"]>;
}>;

export type Output<E extends Endpoint> = z.output<E["response"]>;

/** What a handler may return: it is parsed by the response schema, which strips other fields. */
export type Result<E extends Endpoint> = z.input<E["response"]>;
