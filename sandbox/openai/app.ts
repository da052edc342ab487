import { randomUUID } from "node:crypto";
import { Hono } from "hono";

interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

const REPLIES = [
  { tone: "Gentil", message: "Que bom que respondeu! Posso te contar como funciona?" },
  { tone: "Direta", message: "Qual é a maior dificuldade de vocês hoje?" },
  { tone: "Formal", message: "Fico à disposição para conversarmos quando for melhor." },
];

const VARIANTS = [
  "{{saudacao}}, {{nome}}! Vi o trabalho da {{empresa}} e pensei em uma ideia. Posso contar?",
  "Olá! Ajudamos empresas de {{cidade}} a atender melhor pelo WhatsApp. Faz sentido para vocês?",
  "{{saudacao}}! Quem cuida do atendimento na {{empresa}}? Tenho uma sugestão rápida.",
];

/**
 * OpenAI's chat completions with structured output. Its model is as weak as possible: it repeats any text between « and
 * », from any author, and says a text between ‹ and › backwards, which gives a text that nobody wrote.
 */
export function createModelApp(): Hono {
  const app = new Hono();
  app.post("/v1/chat/completions", async (context) => {
    if (!context.req.header("authorization")?.startsWith("Bearer ")) {
      return context.json(
        { error: { message: "Incorrect API key provided", type: "invalid_request_error" } },
        401,
      );
    }
    const { model, messages, response_format } = (await context.req.json()) as {
      model: string;
      messages: Message[];
      response_format?: {
        type: string;
        json_schema?: { schema?: { properties?: Record<string, unknown> } };
      };
    };
    const asked = messages.map(({ content }) => content).join("\n");
    const invented = /‹([^›]{1,2000})›/.exec(asked)?.[1];
    const dictated = invented
      ? [...invented].reverse().join("")
      : /«([^»]{1,2000})»/.exec(asked)?.[1];
    const shape = response_format?.json_schema?.schema?.properties ?? {};
    const content =
      response_format?.type === "json_schema"
        ? JSON.stringify(writeAnswer(shape, asked, dictated))
        : "I cannot do that.";
    return context.json({
      id: `chatcmpl-${randomUUID()}`,
      object: "chat.completion",
      created: Math.floor(Date.now() / 1000),
      model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content, refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: {
        prompt_tokens: Math.ceil(asked.length / 4),
        completion_tokens: Math.ceil(content.length / 4),
        total_tokens: Math.ceil((asked.length + content.length) / 4),
      },
    });
  });
  return app;
}

function writeAnswer(
  shape: Record<string, unknown>,
  asked: string,
  dictated: string | undefined,
): object {
  if ("variants" in shape) {
    return { variants: dictated ? [dictated, ...VARIANTS.slice(0, 2)] : VARIANTS };
  }
  if ("note" in shape) {
    return { note: dictated ?? "Empresa de bairro. Comece com uma pergunta sobre o atendimento." };
  }
  if ("answers" in shape) return { answers: judgeLines(asked) };
  return {
    suggestions: dictated
      ? [{ tone: "Obediente", message: dictated }, ...REPLIES.slice(0, 2)]
      : REPLIES,
  };
}

/** A line gets kind and words of its last `[kind: words]`; without one: interested, with words that nobody wrote. */
function judgeLines(asked: string): object[] {
  return [...asked.matchAll(/"linha":(\d{1,4}),"texto":"((?:[^"\\]|\\.){0,2000})"/g)].map(
    ([, line, text = ""]) => {
      const told = [...text.matchAll(/\[([a-z_]{1,40}): ([^\]]{1,200})\]/g)].at(-1);
      return {
        line: Number(line),
        kind: told?.[1] ?? "interested",
        words: told?.[2] ?? "palavras que ninguém escreveu",
      };
    },
  );
}
