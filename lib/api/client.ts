import type * as z from "zod/mini";
import type { Call, Endpoint, Output } from "@/lib/contracts/shared/endpoint";
import { ErrorBody } from "@/lib/contracts/shared/error-body";
import { AppError, ERROR_CODES, getCodeOfStatus } from "@/lib/errors";
import { readAnswer } from "./read-answer";

const KEY_HEADER = "idempotency-key";

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

interface Keyed {
  /** A call that is repeated with the same key is done only once: see server/platform/idempotency. */
  idempotencyKey?: string;
}

interface CallOptions extends Keyed {
  signal?: AbortSignal;
  keepalive?: boolean;
}

interface ClientHooks {
  /** The token of the stored session, or null. */
  readToken(): string | null;
  /** Called on every 401 of an endpoint that requires a session. */
  onUnauthenticated(): void;
  /** Called when a call is refused because the account has to have a second factor first. */
  onUnprotected(): void;
}

/** The user proves again that the account is theirs. Resolves false when they decline. */
type AskForProof = () => Promise<boolean>;

let hooks: ClientHooks = {
  readToken: () => null,
  onUnauthenticated: () => undefined,
  onUnprotected: () => undefined,
};

/** How a call is sent: in the browser by its own fetch. */
let fetchAnswer: (path: string, init: RequestInit) => Promise<Response> = (path, init) =>
  fetch(path, init);

/** Called where pages are rendered, which have no address of their own to call. */
export function setTransport(send: typeof fetchAnswer): void {
  fetchAnswer = send;
}

let askForProof: AskForProof | null = null;

/** Called by the component that can show the dialog, and with null when it is unmounted. */
export function setProofDialog(ask: AskForProof | null): void {
  askForProof = ask;
}

/** Called once by the session store: where to read the token and what to do about an expired session. */
export function configureClient(configured: ClientHooks): void {
  hooks = configured;
}

/**
 * The browser's only way to call the server. Throws the AppError the server threw; a network failure is `unavailable`. A
 * call that needs the account's proof is repeated once the user has given it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Call<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  try {
    return await send(endpoint, input, options);
  } catch (error) {
    const asksForProof = error instanceof AppError && error.code === "proof_required";
    if (!asksForProof || !(await askForProof?.())) throw error;
    return send(endpoint, input, options);
  }
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: Call<E>,
  { idempotencyKey, ...options }: CallOptions,
): Promise<Output<E>> {
  const { params, query, body } = input as Parts;
  const token = hooks.readToken();
  const response = await fetchAnswer(endpointUrl(endpoint.path, params, query), {
    method: endpoint.method,
    headers: {
      ...(token && { token }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey && { [KEY_HEADER]: idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...options,
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw noAnswer(describeOutage(), cause);
  });
  return readResponse(endpoint, response);
}

/** Uploads a file unchanged; `onProgress` receives the fraction sent, 0 to 1. Failures are those of `call`. */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Call<E>,
  file: File,
  onProgress: (part: number) => void,
  { idempotencyKey }: Keyed = {},
): Promise<Output<E>> {
  const { params, query } = input as Parts;
  const token = hooks.readToken();
  return new Promise((resolve, reject) => {
    // fetch cannot report upload progress.
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpointUrl(endpoint.path, params, query));
    request.setRequestHeader("content-type", "application/octet-stream");
    if (token) request.setRequestHeader("token", token);
    if (idempotencyKey) request.setRequestHeader(KEY_HEADER, idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(noAnswer(describeOutage()));
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status });
      readResponse(endpoint, response).then(resolve, reject);
    };
    request.send(file);
  });
}

async function readResponse<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<Output<E>> {
  if (!response.ok) {
    if (response.status === 401 && endpoint.access !== "public") hooks.onUnauthenticated();
    const error = await readError(endpoint, response);
    if (error.code === "second_factor_setup_required") hooks.onUnprotected();
    throw error;
  }
  return readAnswer(endpoint.response, await response.json()) as Output<E>;
}

/** Fills `{name}` in a contract path and appends the query without empty values; several are a repeated parameter. */
export function endpointUrl(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [key, values] of Object.entries(query)) {
    for (const value of [values].flat()) {
      if (value !== undefined && value !== null && value !== "") search.append(key, String(value));
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function readError({ errors }: Endpoint, response: Response): Promise<AppError> {
  const usualCode = getCodeOfStatus(response.status, errors);
  let body: z.infer<typeof ErrorBody>;
  try {
    body = readAnswer(ErrorBody, await response.json());
  } catch {
    // A proxy in front of the server may have passed the request on.
    return response.status >= 500 ? noAnswer() : new AppError(usualCode);
  }
  const { error, fields, credits_info, existing_id, request_id } = body;
  // A newer server may send a code that this page does not know.
  const code = ERROR_CODES.find((known) => known === body.code) ?? usualCode;
  const retryAfter = Number(response.headers.get("retry-after"));
  return new AppError(code, error, {
    fields,
    creditsInfo: credits_info,
    existingId: existing_id,
    requestId: request_id,
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  });
}

function noAnswer(message = "", cause?: unknown): AppError {
  return new AppError("unavailable", message, { cause, unanswered: true });
}

/** Empty, for the usual text, unless the browser itself knows that it is offline. */
function describeOutage(): string {
  return navigator.onLine ? "" : "Sem conexão. Confira a internet e tente de novo.";
}
