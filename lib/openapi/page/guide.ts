import { ERROR_CODES } from "@/lib/errors";

/** What a reader needs before the first call. */
export const GUIDE = `## Antes do primeiro pedido
O corpo dos pedidos e das respostas é JSON em UTF-8. Instantes são ISO 8601 em UTC; dias são os de São Paulo. Uma versão futura pode acrescentar endereços, parâmetros, campos e valores: ignore o que não conhecer.

## Autenticação
Programas enviam um token de API em \`Authorization: Bearer garimpo_…\`. Ele é criado no perfil, aparece uma vez e faz o que os seus escopos dizem: \`read\` consulta, \`write\` muda registros, \`send\` faz sair mensagens. Um escopo não inclui outro. O que é marcado "só com sessão" não aceita tokens.
- Sem token, com um desconhecido, vencido ou revogado: \`401\`.
- Sem o escopo: \`403 missing_scope\`. Onde só sessões podem: \`403 session_required\`.

## Erros
Todo erro tem o mesmo corpo: \`error\` é uma frase para pessoas, \`code\` é estável e para programas, \`fields\` diz quais campos estão errados, e \`request_id\` (em 500 e 503) acha o pedido no nosso registro. O registro de outra conta responde 404, como um que não existe. São ${ERROR_CODES.length} códigos; o documento OpenAPI diz quais cada status traz.

## Páginas
Listas longas aceitam \`per_page\`.
- **Por cursor**, onde linhas entram e saem: a resposta tem \`next\`, um texto, ou null no fim. Enviado em \`after\`, ele traz as linhas seguintes.
- **Por número**: \`page\` começa em 1, e \`pagination\` traz \`page\`, \`per_page\`, \`total\` e \`total_pages\`. Totais grandes são contados até 10.000.
- As mensagens de uma conversa vão da última para trás; \`next\` leva às anteriores.

## Repetir um pedido
Todo POST de uma conta, menos os que levam senha ou chave, aceita \`Idempotency-Key\`: um nome seu, de até 255 caracteres. Em 24 horas, o mesmo pedido com a mesma chave é feito uma vez, e a resposta volta com \`Idempotency-Replayed: true\`. Onde uma mensagem sai, use uma: sem ela, uma conexão que cai deixa a dúvida.
- Enquanto o primeiro está em andamento: \`409 request_in_progress\`. Outro pedido com a mesma chave: \`422\`.
- Se nosso processo caiu no meio, ninguém sabe se foi feito: \`409 outcome_unknown\`. Olhe antes de pedir de novo, com outra chave.

## Limites
Um token faz até 600 pedidos por minuto; alguns endereços têm limites menores. \`RateLimit-Limit\`, \`RateLimit-Remaining\` e \`RateLimit-Reset\` dizem do mais próximo; depois dele vem 429 com \`Retry-After\`, em segundos.`;

/** How receivers should handle our webhooks. */
export const TOLD_GUIDE =
  "Os avisos seguem a especificação Standard Webhooks: confira `webhook-signature` com o segredo mostrado uma vez, recuse um `webhook-timestamp` antigo e guarde `webhook-id` para notar repetições. Responda 2xx em 5 segundos. O que não é aceito é tentado dez vezes em três dias e pode ser reenviado. Um endereço que falha por três dias, ou responde 410, é desligado.";

/** What an error status means. */
export const STATUS_SENTENCES: Record<number, string> = {
  400: "Algo enviado é inválido; `fields` diz o quê.",
  401: "Faltam credenciais válidas.",
  402: "Faltam créditos; `credits_info` diz quantos estão livres.",
  403: "As credenciais não permitem isto.",
  404: "Não existe, ou é de outra conta.",
  405: "O endereço não tem este método.",
  408: "O corpo chegou devagar demais.",
  409: "O estado do registro não permite isto agora.",
  413: "O corpo é grande demais.",
  415: "O corpo não é JSON.",
  422: "A `Idempotency-Key` já foi usada em outro pedido.",
  429: "Pedidos demais: espere os segundos de `Retry-After`.",
  500: "Uma falha nossa; `request_id` a acha no registro.",
  503: "Um serviço de que isto depende não responde.",
};
