/** A short description of each message variable. */
export const variableHints: Record<string, string> = {
  nome: "Primeiro nome",
  empresa: "Nome da empresa",
  cidade: "Cidade",
  estado: "Estado",
  saudacao: "Bom dia, boa tarde...",
  email: "E-mail",
  telefone: "Telefone",
  whatsapp: "WhatsApp",
  site: "Site",
  endereco: "Endereço",
  cnpj: "CNPJ",
  cnae: "Atividade (CNAE)",
  proprietario: "Nome do proprietário",
};
