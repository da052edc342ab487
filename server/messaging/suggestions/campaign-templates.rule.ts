const NAME_MAX_LENGTH = 80;

/** Three first messages of ours, with variables. `business`: the person's, named where it reads as a name. */
export function writeCampaignTemplates(business: string | null): string[] {
  const own = introduce(business);
  return [
    `{{saudacao}}, {{nome}}!${own} Vi o trabalho da {{empresa}} e pensei em uma ideia para vocês. Posso contar em uma mensagem curta?`,
    `Olá, {{nome}}!${own} Conversamos com empresas de {{cidade}} que queriam vender mais sem gastar mais tempo. Faz sentido para vocês também?`,
    `{{saudacao}}!${own} Quem cuida de parcerias na {{empresa}}? Gostaria de mostrar em dois minutos o que fazemos.`,
  ];
}

/** Three follow-up messages of ours to a contact who has not answered the first one. */
export function writeFollowUpTemplates(business: string | null): string[] {
  const own = introduce(business);
  return [
    `{{saudacao}}, {{nome}}!${own} Conseguiu ver minha mensagem? Se não for a hora, me diga e eu não insisto.`,
    `Oi, {{nome}}!${own} Volto com uma pergunta só: hoje vocês já cuidam disso na {{empresa}} ou vale uma conversa de dois minutos?`,
    `{{saudacao}}!${own} Se outra pessoa cuida deste assunto na {{empresa}}, pode me dizer quem é? Obrigado!`,
  ];
}

function introduce(business: string | null): string {
  const name = business?.trim() ?? "";
  const isName = name !== "" && name.length <= NAME_MAX_LENGTH && !/[{}\n]/.test(name);
  return isName ? ` Aqui é da ${name}.` : "";
}
