import { TriangleAlert } from "lucide-react";
import type { ConnectionProblem, WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";
import { countOf, formatDateTime, formatTime } from "@/lib/format";

const PROBLEMS: Record<ConnectionProblem, string> = {
  logged_out: "A conexão foi encerrada no celular. Conecte de novo para continuar.",
  replaced:
    "Outro programa assumiu a conexão deste número. Encerre-o no celular, em Aparelhos conectados, e conecte de novo.",
  banned:
    "O WhatsApp bloqueou este número. Abra o WhatsApp no celular para ver o motivo e pedir uma análise.",
  outdated:
    "O WhatsApp deixou de aceitar a versão do serviço de conexão. Quem cuida da instalação precisa atualizá-lo.",
  token_refused:
    "A Meta recusou o token de acesso: ele expirou ou foi revogado. Gere outro e conecte de novo.",
  account_blocked:
    "A Meta bloqueou a conta comercial deste número. Veja o motivo no Gerenciador do WhatsApp, peça uma análise e conecte de novo.",
  unreachable:
    "O WhatsApp não está aceitando a conexão deste servidor. Ela é tentada de novo sozinha, a cada minuto; se demorar, avise quem cuida da instalação.",
  passkey:
    "O WhatsApp pede uma chave de acesso (passkey) para conectar aparelhos a este número, e o serviço de conexão ainda não consegue respondê-la. O QR Code não está com defeito: no celular, toque em voltar na tela 'Continue no outro aparelho'. O que se pode fazer agora: tentar 'Conectar com código'; esperar alguns dias, porque o WhatsApp nem sempre repete o pedido; conectar outro número; ou usar a API oficial da Meta, que não conecta aparelhos.",
  same_phone:
    "Este celular já está conectado como outro número da conta. Conecte outro celular, ou remova este número.",
};

function describeGap({ kind, from, until, late, missing }: NonNullable<WhatsappInstance["gap"]>) {
  const times = `das ${formatTime(from)} às ${formatTime(until)}`;
  const begin =
    kind === "deaf"
      ? `O WhatsApp ficou surdo ${times}`
      : `O WhatsApp ficou sem responder ${times}; nada foi enviado duas vezes`;
  const came =
    late === 0 ? "" : ` (${countOf(late, "mensagem chegou", "mensagens chegaram")} depois)`;
  return missing === 0
    ? `${begin}; nada se perdeu${came}. A conexão já foi refeita.`
    : `${begin}; ${countOf(missing, "mensagem pode ter", "mensagens podem ter")} se perdido${came}: confira as conversas no celular.`;
}

/** The problem of the connection and its solution. Renders nothing without a problem. */
export function ConnectionNotice({ instance }: { instance: WhatsappInstance }) {
  const sentences = [
    instance.gap && describeGap(instance.gap),
    instance.problem && PROBLEMS[instance.problem],
    instance.restricted_until &&
      `O WhatsApp limitou este número até ${formatDateTime(instance.restricted_until)}: ele responde a quem já escreveu, mas não começa conversas. Reconectar não muda isso; a prospecção continua sozinha depois.`,
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-4 flex max-w-prose gap-2.5 rounded-md border border-border bg-muted px-3 py-2.5"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger-text" aria-hidden />
      <div className="space-y-1 text-pretty">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}
