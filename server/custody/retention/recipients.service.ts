import type { PrivacyNotice } from "@/lib/contracts/custody/privacy-notice";
import { env } from "@/server/platform/env";

type Recipient = PrivacyNotice["recipients"][number];

const AI: Record<string, string> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google (Gemini)",
};

/** Who receives which personal data, according to the environment: a service that is not configured is not listed. */
export function listRecipients(): Recipient[] {
  const { whatsappProvider, payments } = env;
  return [
    whatsappProvider && { who: describeWhatsapp(whatsappProvider), what: WHATSAPP },
    env.AI_PROVIDER && {
      who: AI[env.AI_PROVIDER] ?? `Servidor de inteligência artificial em ${hostOf(env.AI_URL)}`,
      what: "As últimas mensagens de uma conversa e o que você escreveu do seu negócio, quando uma resposta é sugerida; e as respostas que aqui não se entendem, para saber o que dizem.",
    },
    payments && {
      who: env.STRIPE_SECRET_KEY
        ? "Stripe"
        : `Simulador de pagamentos em ${hostOf(payments.apiUrl)}`,
      what: "Seu e-mail, o plano e o pagamento. Os dados do cartão são digitados lá e nunca passam por aqui.",
    },
    ...env.issuers.map(({ provider, name, address }) => ({
      who: provider === "oidc" ? `${name}, em ${hostOf(address)}` : name,
      what: "Que você entra no Garimpo por lá, quando você escolhe entrar assim. De lá vêm seu nome e seu e-mail.",
    })),
    env.SMTP_URL && {
      who: `Servidor de e-mail em ${hostOf(env.SMTP_URL)}`,
      what: "Seu nome e e-mail, com os avisos da sua conta.",
    },
    { who: describeMaps(), what: "O que você procura e onde, nas buscas por mapa." },
    { who: describeWebSearch(), what: "As palavras das buscas por páginas." },
    {
      who: `Servidor de mapas em ${hostOf(env.tileUrl)}`,
      what: "O endereço IP do seu navegador e o pedaço do mapa que você olha.",
    },
    env.MEDIA_S3_ENDPOINT && {
      who: `Armazenamento de arquivos em ${hostOf(env.MEDIA_S3_ENDPOINT)}`,
      what: "Os arquivos das conversas e o arquivo com os seus dados, quando você o pede.",
    },
    {
      who: "Os endereços que você mesmo cadastra como webhook",
      what: "Os avisos que você escolheu para cada um.",
    },
  ].filter((recipient): recipient is Recipient => Boolean(recipient));
}

const WHATSAPP =
  "As mensagens, os arquivos e os números de quem conversa com você. O que o WhatsApp faz com eles está na política dele.";

function describeWhatsapp(provider: NonNullable<typeof env.whatsappProvider>): string {
  if (provider === "cloud") return "Meta (WhatsApp Cloud API)";
  if (provider === "baileys") return "WhatsApp (Meta), pela conexão do seu celular";
  return `WhatsApp (Meta), por um servidor Evolution em ${hostOf(env.evolutionUrl)}`;
}

function describeMaps(): string {
  if (env.GOOGLE_MAPS_API_KEY) return "Google Maps";
  const hosts = new Set([hostOf(env.overpassUrl), hostOf(env.nominatimUrl)]);
  return `OpenStreetMap, em ${[...hosts].join(" e ")}`;
}

function describeWebSearch(): string {
  if (env.SERPER_API_KEY) return "Serper (resultados do Google)";
  if (env.BRAVE_API_KEY) return "Brave Search";
  return `Buscador em ${hostOf(env.searxngUrl)}`;
}

/** Only the name of the machine, never the credentials. */
function hostOf(url: string | undefined): string {
  if (url === undefined) return "nenhum endereço";
  return new URL(url.replace(/[{}]/g, "")).hostname;
}
