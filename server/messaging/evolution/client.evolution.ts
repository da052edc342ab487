import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { InstanceRef } from "@/server/messaging/gateway/whatsapp.gateway";
import { callOutside, type OutsideAnswer } from "@/server/platform/outside/call";
import { parseJson } from "@/server/platform/outside/call-json";

const TIMEOUT_MS = 15_000;

const NO_ANSWER = "O serviço de WhatsApp não respondeu.";
const UNLICENSED =
  "O servidor de WhatsApp (Evolution) está sem licença. Quem cuida da instalação precisa registrá-lo.";

const Licence = z.object({ code: z.literal("LICENSE_REQUIRED") });

export type Answered = Extract<OutsideAnswer, { answered: true }> & { body: unknown };
export type Answer = Answered | Extract<OutsideAnswer, { answered: false }>;

/** REST calls with an `apikey` header: the instance's own token, or the server's key where it has none. */
export function createEvolutionClient(config: { baseUrl: string; apiKey: string }) {
  const toUrl = (path: string) => new URL(`${config.baseUrl.replace(/\/$/, "")}${path}`);

  async function request(
    method: "GET" | "POST" | "DELETE",
    path: string,
    options: { body?: unknown; token?: string | null; timeoutMs?: number } = {},
  ): Promise<Answer> {
    const hasBody = options.body !== undefined;
    const answer = await callOutside(toUrl(path), {
      method,
      headers: {
        apikey: options.token ?? config.apiKey,
        ...(hasBody && { "content-type": "application/json" }),
      },
      ...(hasBody && { body: JSON.stringify(options.body) }),
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    });
    return parseBody(answer);
  }

  /** @throws AppError unavailable when there is no response or it says the service is not working */
  async function requireAnswer(...args: Parameters<typeof request>): Promise<Answered> {
    const answer = await request(...args);
    const failure = !answer.answered
      ? answer.detail
      : answer.status >= 500 || answer.status === 401 || answer.status === 429
        ? `status ${answer.status}`
        : null;
    if (answer.answered && failure === null) return answer;
    // From version 2.4 on, a server without a licence answers every call like this.
    const unlicensed = answer.answered && Licence.safeParse(answer.body).success;
    throw new AppError("unavailable", unlicensed ? UNLICENSED : NO_ANSWER, {
      cause: new Error(`Evolution, ${args[0]} ${args[1]}: ${failure}`),
    });
  }

  /** The path of a call to one instance. */
  const at = (call: string, ref: InstanceRef) => `${call}/${encodeURIComponent(ref.name)}`;

  return { toUrl, at, request, requireAnswer };
}

export function parseBody(answer: OutsideAnswer): Answer {
  return answer.answered ? { ...answer, body: parseJson(answer.text) ?? null } : answer;
}
