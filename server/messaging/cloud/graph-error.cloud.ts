import { z } from "zod";
import type { SendOutcome } from "@/server/messaging/gateway/whatsapp.gateway";
import type { RefusalReason } from "@/server/messaging/gateway/whatsapp-events.gateway";

/** An error in an answer of the Graph API, or in a webhook about a message that failed. */
const GraphError = z.object({
  code: z.number(),
  error_subcode: z.number().nullish().catch(null),
});
const Body = z.object({ error: GraphError });

type Failure = Exclude<SendOutcome, { outcome: "accepted" }>;
type Kind =
  | { outcome: "refused"; because?: RefusalReason }
  | { outcome: "restricted" }
  | { outcome: "disconnected"; problem: "token_refused" | "account_blocked" }
  | { outcome: "not_taken"; ofContact?: boolean }
  | { outcome: "unclear" };

const NUMBER: Kind = { outcome: "refused", because: "number" };
const MESSAGE: Kind = { outcome: "refused", because: "message" };
/** Meta would refuse it for every other recipient too. */
const TEMPLATE: Kind = { outcome: "refused", because: "template" };
const TOKEN: Kind = { outcome: "disconnected", problem: "token_refused" };

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes: what each code means for a send. */
const KINDS: Readonly<Record<number, [Kind, string]>> = {
  0: [TOKEN, "A Meta recusou o token de acesso"],
  1: [{ outcome: "unclear" }, "Erro da Meta"],
  2: [{ outcome: "unclear" }, "Serviço da Meta fora do ar"],
  3: [TOKEN, "O token não tem permissão para enviar mensagens"],
  4: [{ outcome: "not_taken" }, "Limite de chamadas do aplicativo"],
  10: [TOKEN, "O token não tem permissão para enviar mensagens"],
  190: [TOKEN, "O token de acesso expirou ou foi revogado"],
  368: [{ outcome: "restricted" }, "A Meta limitou esta conta por violar as regras do WhatsApp"],
  80007: [{ outcome: "not_taken" }, "Limite de chamadas da conta"],
  130429: [{ outcome: "not_taken" }, "Limite de mensagens por segundo"],
  130472: [
    MESSAGE,
    "A Meta não entrega mensagens de marketing a este contato enquanto faz um teste com ele.",
  ],
  130497: [MESSAGE, "A Meta não deixa esta conta escrever para o país deste contato."],
  131000: [{ outcome: "unclear" }, "Erro da Meta"],
  131005: [TOKEN, "O token não tem permissão para enviar mensagens"],
  131016: [{ outcome: "unclear" }, "Serviço da Meta fora do ar"],
  131021: [NUMBER, "É o próprio número que envia"],
  131026: [NUMBER, "Número não está no WhatsApp ou não pode receber mensagens"],
  131030: [NUMBER, "Número fora da lista de destinatários do número de teste da Meta"],
  131031: [
    { outcome: "disconnected", problem: "account_blocked" },
    "A Meta bloqueou a conta comercial",
  ],
  131042: [MESSAGE, "A Meta recusou: há um problema com o pagamento da conta comercial."],
  131047: [
    { outcome: "refused", because: "window_closed" },
    "Passaram mais de 24 horas desde a última mensagem deste contato.",
  ],
  131048: [{ outcome: "restricted" }, "A Meta limitou este número por denúncias de spam"],
  131049: [
    { outcome: "refused", because: "held_back" },
    "A Meta não entregou: este contato já recebeu mensagens de marketing demais por enquanto.",
  ],
  131050: [
    { outcome: "refused", because: "no_offers" },
    "Este contato não quer receber mensagens de marketing.",
  ],
  131056: [
    { outcome: "not_taken", ofContact: true },
    "Mensagens demais para este contato em pouco tempo",
  ],
  131057: [{ outcome: "not_taken" }, "Conta em manutenção"],
  132000: [TEMPLATE, "As variáveis não são as do modelo aprovado."],
  132001: [TEMPLATE, "Este modelo não existe ou ainda não foi aprovado neste idioma."],
  132005: [MESSAGE, "O texto fica longo demais com estas variáveis."],
  132007: [MESSAGE, "O conteúdo das variáveis não segue as regras da Meta."],
  132012: [TEMPLATE, "As variáveis não são as do modelo aprovado."],
  132018: [TEMPLATE, "As variáveis não são as do modelo aprovado."],
  132015: [TEMPLATE, "A Meta pausou este modelo por baixa qualidade."],
  132016: [TEMPLATE, "A Meta desativou este modelo por baixa qualidade."],
  133010: [TOKEN, "O número não está registrado na Cloud API"],
};

/** For refusals where Meta gives no delay. */
const BACK_OFF_MS = 60_000;

/** What an answer other than success to a send means. */
export function toSendFailure(answer: {
  status: number;
  retryAfterMs: number | null;
  body: unknown;
}): Failure {
  const error = readGraphError(answer.body);
  const [kind, words] = findKind(error?.code ?? null, answer.status);
  const detail = error ? `${words} (${error.code})` : words;
  switch (kind.outcome) {
    case "refused":
      return kind.because
        ? { outcome: "refused", detail: words, because: kind.because }
        : { outcome: "refused", detail: words };
    case "restricted":
      return { outcome: "restricted", until: null };
    case "not_taken":
      return {
        outcome: "not_taken",
        retryAfterMs: answer.retryAfterMs ?? BACK_OFF_MS,
        detail,
        ...(kind.ofContact && { ofContact: true }),
      };
    default:
      return { ...kind, detail };
  }
}

/** The first error of a message's status; null without one. */
export function readStatusError(
  errors: unknown,
): { code: number; words: string | null; kind: Kind } | null {
  const error = GraphError.safeParse(Array.isArray(errors) ? errors[0] : null);
  if (!error.success) return null;
  const { code } = error.data;
  const known = KINDS[code];
  return { code, words: known?.[1] ?? null, kind: known?.[0] ?? MESSAGE };
}

export function readGraphError(body: unknown): z.infer<typeof GraphError> | null {
  const parsed = Body.safeParse(body);
  return parsed.success ? parsed.data.error : null;
}

/** Whether the token is not, or no longer, valid for the request. */
export function isTokenRefused(status: number, body: unknown): boolean {
  const error = readGraphError(body);
  return status === 401 || (error !== null && findKind(error.code, status)[0] === TOKEN);
}

function findKind(code: number | null, status: number): [Kind, string] {
  const known = code === null ? undefined : KINDS[code];
  if (known) return known;
  // 200 to 299 are permissions that the token lacks.
  if (status === 401 || (code !== null && code >= 200 && code < 300)) {
    return [TOKEN, "A Meta recusou o token de acesso"];
  }
  if (status === 429) return [{ outcome: "not_taken" }, "Limite de chamadas"];
  if (status >= 500) return [{ outcome: "unclear" }, `HTTP ${status}`];
  return [MESSAGE, `O WhatsApp recusou a mensagem (erro ${code ?? status}).`];
}
