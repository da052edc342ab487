import { isLinkable } from "@/lib/domain/text/linkable";
import type { OutgoingMail } from "./mail.gateway";
import type { MailKind, WaitingMailRow } from "./mail.repository";

interface Words {
  subject: string;
  opening: string;
  button: string;
  closing: string;
}

const NOT_YOU =
  "Se não foi você, apague-o em Meu Perfil e troque a sua senha: as sessões abertas são encerradas com ela.";

const words: Record<MailKind, Words> = {
  password_reset: {
    subject: "Crie uma nova senha no Garimpo",
    opening: "Recebemos um pedido para criar uma nova senha para a sua conta.",
    button: "Criar nova senha",
    closing:
      "O link vale por 1 hora e só pode ser usado uma vez. Se não foi você quem pediu, ignore este e-mail: sua senha continua a mesma.",
  },
  password_reset_issuer: {
    subject: "Crie uma nova senha no Garimpo",
    opening:
      "Recebemos um pedido para criar uma nova senha para a sua conta. Ela exige que você entre por outro provedor, como Google ou Microsoft: a nova senha, sozinha, não abre a conta.",
    button: "Criar nova senha",
    closing:
      "O link vale por 1 hora e só pode ser usado uma vez. Se você não consegue mais entrar pelo provedor, escreva ao suporte. Se não foi você quem pediu, ignore este e-mail: sua senha continua a mesma.",
  },
  welcome: {
    subject: "Sua conta no Garimpo está pronta",
    opening: "Uma conta foi criada para você. Falta só escolher a sua senha.",
    button: "Escolher minha senha",
    closing:
      "O link vale por 1 hora e só pode ser usado uma vez. Se ele expirar, peça outro em “Esqueceu a senha?”, na tela de login.",
  },
  invitation: {
    subject: "Um convite para trabalhar no Garimpo",
    opening:
      "{quem} convidou você para a equipe de uma conta do Garimpo, onde se encontram empresas e se conversa com elas pelo WhatsApp.",
    button: "Aceitar o convite",
    closing:
      "O convite vale por 7 dias e só pode ser usado uma vez, por quem recebeu este e-mail. Se você não conhece quem convidou, ignore-o: nada acontece.",
  },
  person_joined: {
    subject: "Uma pessoa entrou na equipe da sua conta",
    opening: "Quem foi convidado aceitou o convite e já pode entrar na sua conta do Garimpo.",
    button: "Ver a equipe",
    closing: "Se você não esperava por isso, suspenda o acesso da pessoa na tela Equipe.",
  },
  webhook_off: {
    subject: "Um webhook da sua conta foi desligado",
    opening:
      "Um endereço que recebe avisos da sua conta deixou de responder e foi desligado. O que acontecer enquanto isso não será avisado a ele.",
    button: "Ver os webhooks",
    closing: "Corrija o endereço, envie um teste e ligue o webhook de novo em Meu Perfil.",
  },
  webhook_added: {
    subject: "Um webhook foi criado na sua conta",
    opening: "Um novo endereço passou a receber avisos do que acontece na sua conta.",
    button: "Ver os webhooks",
    closing: NOT_YOU,
  },
  api_token_added: {
    subject: "Um token de API foi criado na sua conta",
    opening:
      "Um novo token de API foi criado: quem o tiver usa a sua conta com as permissões escolhidas.",
    button: "Ver os tokens",
    closing: NOT_YOU,
  },
  password_changed: {
    subject: "A senha da sua conta foi alterada",
    opening:
      "A senha da sua conta no Garimpo acaba de ser alterada. As outras sessões e os tokens de API foram encerrados.",
    button: "Ver a minha conta",
    closing:
      "Se não foi você, crie outra senha agora em “Esqueceu a senha?”, na tela de login, e troque a senha do seu e-mail.",
  },
  second_factor_on: {
    subject: "A verificação em duas etapas foi ligada",
    opening:
      "Entrar na sua conta no Garimpo passa a pedir, além da senha, um código do seu aplicativo. As outras sessões foram encerradas.",
    button: "Ver a minha conta",
    closing: NOT_YOU,
  },
  second_factor_off: {
    subject: "A verificação em duas etapas foi desligada",
    opening: "Entrar na sua conta no Garimpo volta a pedir só a senha.",
    button: "Ver a minha conta",
    closing: NOT_YOU,
  },
  recovery_code_used: {
    subject: "Um código de recuperação foi usado",
    opening:
      "Alguém entrou na sua conta, ou mudou a verificação em duas etapas, com a senha e um dos seus códigos de recuperação. Cada código vale uma vez.",
    button: "Ver a minha conta",
    closing: NOT_YOU,
  },
  passkey_added: {
    subject: "Uma chave de acesso foi adicionada à sua conta",
    opening:
      "Quem tiver o aparelho com a nova chave de acesso, e o desbloquear, entra na sua conta sem senha nem código.",
    button: "Ver as chaves de acesso",
    closing:
      "Se não foi você, remova a chave em Meu Perfil e troque a sua senha: as sessões abertas são encerradas com ela.",
  },
  passkey_removed: {
    subject: "Uma chave de acesso foi removida da sua conta",
    opening: "A chave de acesso removida não entra mais na sua conta.",
    button: "Ver as chaves de acesso",
    closing:
      "Se não foi você, troque a sua senha agora: as sessões abertas são encerradas com ela.",
  },
  passkey_copied: {
    subject: "Recusamos uma chave de acesso que pode ter sido copiada",
    opening:
      "Uma chave de acesso da sua conta contou menos usos do que já vimos, o que acontece quando alguém a copia. A entrada foi recusada.",
    button: "Ver as chaves de acesso",
    closing:
      "Remova essa chave em Meu Perfil, entre com a senha e adicione outra. Você não recebe este aviso mais de uma vez por dia.",
  },
  ways_removed: {
    subject: "Removemos outras formas de entrar na sua conta",
    opening:
      "Foi a primeira vez que um link enviado a este e-mail foi usado. O que já estava na conta pode ser de quem a criou no seu lugar: chaves de acesso e identidades de outros provedores foram removidas, os webhooks foram desligados, o WhatsApp foi desconectado, os arquivos com os dados da conta foram apagados e as outras pessoas da equipe foram suspensas.",
    button: "Ver a minha conta",
    closing: "O que é seu pode ser adicionado, ligado ou conectado de novo.",
  },
  identity_linked: {
    subject: "Uma nova forma de entrar na sua conta",
    opening:
      "Uma identidade de outro provedor, como Google ou Microsoft, foi ligada à sua conta no Garimpo: quem a tiver pode entrar sem a senha.",
    button: "Ver as formas de entrar",
    closing:
      "Se não foi você, desligue-a em Meu Perfil, Formas de entrar, e troque a sua senha agora.",
  },
  identity_unlinked: {
    subject: "Uma forma de entrar na sua conta foi desligada",
    opening: "Uma identidade de outro provedor deixou de abrir a sua conta no Garimpo.",
    button: "Ver as formas de entrar",
    closing: "Se não foi você, troque a sua senha agora.",
  },
  issuer_required_on: {
    subject: "A senha não basta mais para entrar na sua conta",
    opening:
      "A sua conta no Garimpo passou a exigir que se entre por um provedor, como Google ou Microsoft. A senha sozinha não abre mais a conta, e as outras sessões foram encerradas.",
    button: "Ver as formas de entrar",
    closing: "Se não foi você, escreva ao suporte: a exigência pode ser retirada.",
  },
  issuer_required_off: {
    subject: "A senha volta a bastar para entrar na sua conta",
    opening: "A sua conta no Garimpo deixou de exigir que se entre por um provedor.",
    button: "Ver as formas de entrar",
    closing: "Se não foi você nem o suporte, a seu pedido, troque a sua senha agora.",
  },
  password_guessed: {
    subject: "Estão tentando entrar na sua conta",
    opening:
      "Alguém errou a sua senha muitas vezes, em redes de onde você nunca entrou. Novas tentativas vindas dessas redes estão sendo recusadas por algum tempo; de onde você costuma entrar, nada muda.",
    button: "Ver as minhas sessões",
    closing:
      "Se a sua senha é longa e usada só aqui, você não precisa fazer nada. Se quem errou foi você, espere uma hora ou crie outra senha em “Esqueceu a senha?”, na tela de login.",
  },
  deletion_requested: {
    subject: "A exclusão da sua conta foi pedida",
    opening:
      "Em 7 dias a sua conta no Garimpo e tudo o que está nela serão apagados. Até lá nada é enviado nem mudado, e você pode desistir.",
    button: "Desfazer a exclusão",
    closing:
      "Se não foi você quem pediu, desfaça a exclusão e troque a sua senha agora: alguém entrou na sua conta com ela.",
  },
  deletion_tomorrow: {
    subject: "Sua conta será excluída amanhã",
    opening:
      "Em menos de um dia a sua conta no Garimpo e tudo o que está nela serão apagados. Depois disso nada pode ser recuperado.",
    button: "Desfazer a exclusão",
    closing:
      "Se é isso que você quer, não precisa fazer nada. Para guardar uma cópia, exporte os seus dados antes.",
  },
  export_ready: {
    subject: "O arquivo com os seus dados está pronto",
    opening: "Reunimos em um arquivo ZIP tudo o que a sua conta no Garimpo guarda.",
    button: "Baixar o arquivo",
    closing:
      "O arquivo pode ser baixado por 24 horas, por quem entrar na sua conta. Se não foi você quem pediu, troque a sua senha agora.",
  },
  campaign_waits: {
    subject: "Sua campanha espera o WhatsApp",
    opening:
      "O seu WhatsApp está desconectado há mais de 15 minutos, e a campanha em andamento espera por ele: nada é enviado enquanto isso.",
    button: "Reconectar o WhatsApp",
    closing:
      "Quando ele voltar, a campanha continua de onde parou e ninguém recebe a mensagem duas vezes. Sem conexão por 24 horas, ela é encerrada.",
  },
  radar_found: {
    subject: "Seu radar encontrou novidades",
    opening:
      "Um dos seus radares rodou de novo e encontrou empresas que abriram, mudaram ou fecharam, ou que apareceram na busca.",
    button: "Ver o que é novo",
    closing:
      "Enviamos no máximo um destes e-mails cada vez que um radar roda. Para não receber mais, desligue o radar.",
  },
  team_week: {
    subject: "A semana da sua equipe",
    opening: "O que cada pessoa da sua equipe fez na semana passada.",
    button: "Ver os resultados",
    closing:
      "Enviamos este resumo às segundas-feiras. Para não receber mais, desligue-o na tela Equipe, em Resultados.",
  },
  billing_alert: {
    subject: "Um pagamento precisa da sua atenção",
    opening:
      "Aconteceu algo com os pagamentos que o Garimpo não resolve sozinho, como um pagamento sem conta ou uma contestação.",
    button: "Ver os alertas",
    closing:
      "Enviamos no máximo três destes e-mails por hora: a lista completa está no Painel Administrativo.",
  },
};

/** Renders a mail in Portuguese as text and HTML. `lines`: what it says by itself. `host` is the domain of its message id. */
export function toOutgoingMail(
  row: WaitingMailRow,
  { link, lines }: { link: string; lines: string },
  host: string,
): OutgoingMail {
  const { subject, button, closing, ...written } = words[row.kind];
  const isToStranger = row.kind === "invitation";
  const name = isLinkable(row.name) ? null : row.name;
  const greeting = name === null || isToStranger ? "Olá!" : `Olá, ${name}!`;
  const opening = written.opening.replace("{quem}", () => name ?? "Uma pessoa da equipe");
  return {
    messageId: `<mail-${row.id}@${host}>`,
    to: { name: isToStranger ? "" : row.name, address: row.email },
    subject,
    text: `${greeting}\n\n${opening}\n\n${lines && `${lines}\n\n`}${button}: ${link}\n\n${closing}\n\nGarimpo · Prospecção B2B Inteligente\n`,
    html: renderHtml({ greeting, subject, opening, lines, button, closing, link }),
  };
}

function renderHtml(mail: Words & { greeting: string; lines: string; link: string }): string {
  const { greeting, subject, opening, lines, button, closing, link } = escapeHtml(mail);
  const told = lines && `<p style="margin:0 0 24px">${lines.replaceAll("\n", "<br>")}</p>\n`;
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f6f5f3;color:#292524;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:32px auto;padding:32px;background:#ffffff;border:1px solid #e7e5e4;border-radius:12px">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">Garimpo</p>
<p style="margin:0 0 12px">${greeting}</p>
<p style="margin:0 0 24px">${opening}</p>
${told}<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 20px;background:#eab308;color:#292524;border-radius:8px;font-weight:600;text-decoration:none">${button}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:#57534e">${closing}</p>
<p style="margin:0;font-size:13px;color:#78716c">Se o botão não abrir, copie este endereço:<br><a href="${link}" style="color:#854d0e;word-break:break-all">${link}</a></p>
</div>
</body>
</html>
`;
}

function escapeHtml<T extends object>(texts: T): T {
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    String(text)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;"),
  ]);
  return Object.fromEntries(entries) as T;
}
