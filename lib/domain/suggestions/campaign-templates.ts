const NAME_MAX_LENGTH = 80;

/** Three first messages of ours, with variables. `business`: the person's, named where it reads as a name. */
export function writeCampaignTemplates(business: string | null): string[] {
  const name = business?.trim() ?? "";
  const isName = name !== "" && name.length <= NAME_MAX_LENGTH && !/[{}\n]/.test(name);
  const own = isName ? ` Aqui é da ${name}.` : "";
  return [
    `{{saudacao}}, {{nome}}!${own} Vi o trabalho da {{empresa}} e pensei em uma ideia para vocês. Posso contar em uma mensagem curta?`,
    `Olá, {{nome}}!${own} Conversamos com empresas de {{cidade}} que queriam vender mais sem gastar mais tempo. Faz sentido para vocês também?`,
    `{{saudacao}}!${own} Quem cuida de parcerias na {{empresa}}? Gostaria de mostrar em dois minutos o que fazemos.`,
  ];
}
