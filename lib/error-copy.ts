import type { ErrorCode } from "./errors";

/**
 * Portuguese messages for error codes. Texts that the specification gives in English stay English; the screens
 * translate those.
 */
export const errorCopy: Record<ErrorCode, string> = {
  invalid_input: "Confira os campos destacados.",
  invalid_whatsapp_number: "Invalid WhatsApp number format",
  unauthenticated: "Sua sessão expirou. Por favor, faça login novamente.",
  invalid_credentials: "Erro ao autenticar, verifique e-mail e senha!",
  second_factor_required:
    "Informe o código do seu aplicativo de verificação, ou use a sua chave de acesso.",
  invalid_second_factor: "Código incorreto. Espere o próximo do aplicativo e tente de novo.",
  sign_in_refused: "Não foi possível confirmar quem você é. Comece de novo.",
  insufficient_credits: "Insufficient credits",
  forbidden: "Você não tem permissão para fazer isso.",
  pro_required: "PRO feature",
  missing_scope: "Este token de API não tem a permissão necessária.",
  session_required: "Um token de API não pode fazer isto. Entre na sua conta para continuar.",
  second_factor_setup_required:
    "Esta instalação pede uma segunda proteção: adicione uma chave de acesso ou ligue a verificação em duas etapas.",
  issuer_required: "Esta conta não entra só com a senha: use a forma de entrar que ela exige.",
  proof_required: "Já faz algum tempo que você entrou: confirme que é você para continuar.",
  cross_site: "Requisição recusada: origem desconhecida.",
  not_found: "Registro não encontrado.",
  method_not_allowed: "Operação não disponível neste endereço.",
  timeout: "O envio demorou demais. Verifique sua conexão e tente de novo.",
  quota_reached: "Sua conta chegou a um limite do seu plano.",
  account_leaving:
    "Esta conta espera a exclusão: desfaça o pedido antes de mudar ou enviar alguma coisa.",
  conflict: "Este registro mudou ou já existe. Atualize a página e tente de novo.",
  email_taken: "E-mail já cadastrado!",
  sign_in_over: "Esta entrada expirou ou já foi usada. Comece de novo.",
  conversation_taken: "Outra pessoa da equipe está atendendo esta conversa.",
  lead_exists: "Você já tem um lead com este WhatsApp ou CNPJ.",
  prospecting_active:
    "Another prospecting process is active, wait for it to finish before starting a new one.",
  activity_over: "Esta atividade já terminou.",
  search_over: "Esta busca já terminou.",
  import_over: "Esta importação já terminou.",
  whatsapp_disconnected: "Conecte seu WhatsApp antes de continuar.",
  whatsapp_restricted:
    "O WhatsApp limitou este número: por enquanto ele só responde a quem já escreveu. A mensagem não foi enviada.",
  contact_blocked:
    "Bloqueado a pedido do contato: este número não recebe mensagens até que você o desbloqueie.",
  person_erased:
    "Os dados desta pessoa foram apagados a pedido dela: nada dela é guardado nem enviado. Para voltar a aceitá-la, veja os pedidos de titulares em Não perturbe.",
  whatsapp_window_closed:
    "Passaram mais de 24 horas desde a última mensagem deste contato. Envie um modelo aprovado para retomar a conversa.",
  message_refused: "O WhatsApp recusou a mensagem.",
  request_in_progress: "Este pedido já está sendo atendido. Tente de novo em instantes.",
  outcome_unknown:
    "Não sabemos se este pedido teve efeito. Confira o resultado antes de pedir de novo, com outra chave.",
  idempotency_mismatch: "Esta chave (Idempotency-Key) já foi usada em outro pedido.",
  too_large: "O conteúdo enviado é grande demais.",
  unsupported_media: "Formato de conteúdo não aceito: envie JSON.",
  rate_limited: "Muitas tentativas. Aguarde um momento e tente de novo.",
  internal: "Algo deu errado do nosso lado. Tente novamente em instantes.",
  unavailable: "Serviço temporariamente indisponível. Tente novamente em instantes.",
};
