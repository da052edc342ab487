import * as z from "zod/mini";
import {
  type Endpoint,
  getScope,
  type Input,
  type Result,
  takesIdempotencyKey,
  type Upload,
} from "@/lib/contracts/shared/endpoint";
import { isPro } from "@/lib/domain/plans/plan";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import type { SpooledFile } from "@/server/platform/outside/spool";
import { refuseUnseen } from "@/server/platform/sight/unseen.service";
import { getClientNetwork } from "./client-address";
import { createHandler, type Exchange, type RouteHandler } from "./exchange";
import { answerOnce, readIdempotencyKey } from "./idempotent";
import { identifyCaller } from "./identify";
import { NO_QUERY, parseInput, parseQuery } from "./parse-input";
import { countCall } from "./rate-limit";
import { readFile, readJson, refuseNul, spoolFile } from "./read-body";
import { refuseCrossSite } from "./same-site";

type FileOf<E extends Endpoint> = E["upload"] extends { readonly spooled: true }
  ? SpooledFile
  : E["upload"] extends object
    ? Uint8Array
    : undefined;

type Handler<E extends Endpoint> = (
  input: Input<E> & {
    file: FileOf<E>;
    actor: E["access"] extends "public" ? undefined : Actor;
    request: Request;
    /** Response headers, e.g. for a cookie. */
    headers: Record<string, string>;
  },
) => Promise<Result<E>> | Result<E>;

/**
 * Connects a contract to its handler: actor, role and plan, rate limit, parsing, handler, response schema. The result
 * is a Next route handler, which the front door also calls directly.
 */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): RouteHandler {
  return createHandler(`${endpoint.method} ${endpoint.path}`, async (request, params, log) => {
    refuseCrossSite(request);
    const actor = await authorize(endpoint, request, log);
    const { invalidInput: fixed } = endpoint;
    const input = {
      actor,
      request,
      headers: {} as Record<string, string>,
      params: endpoint.params && parseInput(endpoint.params, refuseNul(params), fixed),
      query: readQuery(request, endpoint),
      body:
        endpoint.body &&
        parseInput(
          endpoint.body,
          await readJson(request, getHolder(request, actor), endpoint.maxBodyBytes),
          fixed,
        ),
      file: endpoint.upload && (await receiveUpload(request, actor, endpoint.upload)),
    };
    if (actor?.sight) await refuseUnseen(endpoint, actor, input);
    const work = async () => {
      const result = await handler(input as Parameters<Handler<E>>[0]);
      // A result that violates its own schema is an internal error, not invalid input.
      const body = z.parse(endpoint.response, result);
      return { status: pickStatus(endpoint, body), headers: input.headers, body };
    };
    const key = takesIdempotencyKey(endpoint) ? readIdempotencyKey(request) : null;
    if (!actor || key === null) return work();
    const { params: path, query, body, file } = input;
    const name = `${endpoint.method} ${endpoint.path}`;
    return answerOnce({ key, name, actor, log }, { path, query, body, file }, work);
  });
}

function pickStatus({ status = 200, statusIf }: Endpoint, body: unknown): number {
  const present = statusIf && (body as Record<string, unknown>)[statusIf.present] !== null;
  return present ? statusIf.status : status;
}

function receiveUpload(request: Request, actor: Actor | undefined, upload: Upload) {
  const receive = upload.spooled ? spoolFile : readFile;
  return receive(request, getHolder(request, actor), upload);
}

async function authorize(endpoint: Endpoint, request: Request, log: Exchange) {
  if (endpoint.access === "public") {
    await countCall(endpoint, getHolder(request, undefined), log);
    return undefined;
  }
  const actor = await identifyCaller(request, log, getScope(endpoint), {
    refusal: endpoint.unauthenticated,
    role: endpoint.role,
    evenUnprotected: endpoint.whileUnprotected,
  });
  if (actor.isLeaving && endpoint.method !== "GET" && !endpoint.whileLeaving) {
    throw new AppError("account_leaving");
  }
  if (endpoint.access === "admin" && !actor.isAdmin) {
    throw new AppError("forbidden", "Acesso restrito. Apenas administradores.");
  }
  if (endpoint.recentProof && !actor.isProved) throw new AppError("proof_required");
  if (endpoint.access === "pro" && !isPro(actor.plan)) throw new AppError("pro_required");
  await countCall(endpoint, getHolder(request, actor), log);
  return actor;
}

/** The caller whom the limits on bodies and on calls apply to. */
function getHolder(request: Request, actor: Actor | undefined): string {
  return actor ? `person ${actor.personId}` : getClientNetwork(request.headers);
}

/** Monitors append arbitrary parameters to the address of a health check. */
function readQuery(request: Request, { query, access, invalidInput }: Endpoint) {
  if (!query && access === "public") return undefined;
  return parseQuery(request, query ?? NO_QUERY, invalidInput);
}
