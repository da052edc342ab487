import { expect, it } from "vitest";
import { readAnswer } from "@/lib/domain/answers/read-answer";
import { classifyReply } from "./opt-out";

/**
 * What people in Brazil answer to messages that they did not ask for, written before the rules were. One sentence a
 * line; \n within a sentence is a line break.
 */
const read = (sentences: string) =>
  sentences
    .trim()
    .split("\n")
    .map((line) => line.trim().replaceAll("\\n", "\n"));

/** They ask for no more messages: each has to block the number, or to ask a person about it. */
const LEAVING = read(String.raw`
  sair
  SAIR
  Sair.
  sair!!!!
  Sair por favor
  sair, obrigado
  Sair obg
  bom dia, sair
  quero sair
  Quero sair disso
  quero sair dessa lista
  QUERO SAIR DESSA LISTA AGORA
  sair da lista
  Sair do grupo
  sair sair sair
  SAIR SAIR SAIR SAIR
  sair\nsair
  SAIR\nSAIR\nSAIR
  saaair
  sairrrrr
  saiiiiir
  s.a.i.r
  S.A.I.R.
  s a i r
  S-A-I-R
  s_a_i_r
  s4ir
  s41r
  ＳＡＩＲ
  ｓａｉｒ
  𝐒𝐀𝐈𝐑
  𝗦𝗮𝗶𝗿
  𝓢𝓪𝓲𝓻
  𝔖𝔞𝔦𝔯
  𝚂𝙰𝙸𝚁
  ⓢⓐⓘⓡ
  🅂🄰🄸🅁
  🅢🅐🅘🅡
  ѕаіr
  sаir
  ṡȧïṙ
  s̶a̶i̶r̶
  *SAIR*
  _sair_
  ~sair~
  "sair"
  'SAIR'
  (sair)
  sair 🛑
  🛑 SAIR 🛑
  SAIR 😡😡
  sair pelo amor de deus
  SAIR PORRA
  sair caralho
  sair, já pedi
  Sair! Já pedi mil vezes
  já pedi pra sair
  já falei que quero sair
  SAIR, quantas vezes preciso falar?
  sair seus chatos
  sair bando de chato
  sair\nobrigada
  boa tarde\nsair
  Bom dia!\nQuero sair da lista.
  não conheço vocês\nsair
  quem é?\nsair
  digito sair e vocês continuam
  já mandei SAIR e continua chegando
  como faço pra sair?
  como que sai disso, quero sair
  mandei sair ontem e hoje chegou de novo
  eu pedi para sair da lista
  por gentileza gostaria de sair da lista de transmissão
  parar
  PARAR
  Parar!!!
  pare
  PARE
  Pare!
  parem
  PAREM
  pare pare pare
  parar parar
  paraaaar
  p.a.r.e
  P A R A R
  ｐａｒａｒ
  𝐏𝐀𝐑𝐄
  ⓟⓐⓡⓔ
  pаre
  pode parar
  Pode parar por favor
  podem parar
  pode parar com isso
  para com isso
  PARA COM ISSO
  parem com isso
  pare com essas mensagens
  para de mandar mensagem
  Para de me mandar mensagem
  parem de mandar mensagem
  pare de me enviar mensagens
  parem de encher o saco
  para de encher
  pare de me perturbar
  para de me incomodar
  vocês não param?
  ja pedi pra parar
  já falei pra parar de mandar
  favor parar
  favor parar de enviar
  solicito que parem de enviar mensagens
  pare imediatamente
  PARE AGORA
  parar porra
  pare, senão vou denunciar
  parem ou vou no procon
  cancelar
  CANCELAR
  Cancelar.
  cancelar por favor
  cancele
  Cancele por favor
  cancela
  cancela aí
  cancelem meu cadastro
  cancelar inscrição
  cancelar minha inscrição
  quero cancelar
  quero cancelar o recebimento
  quero cancelar esse cadastro
  cancelar cancelar
  c.a.n.c.e.l.a.r
  C A N C E L A R
  ＣＡＮＣＥＬＡＲ
  cancelaaar
  cancelr
  canselar
  stop
  STOP
  Stop!
  stop stop
  STOP PLEASE
  stop por favor
  s.t.o.p
  S T O P
  ＳＴＯＰ
  𝕊𝕋𝕆ℙ
  st0p
  ѕtор
  stop 🛑
  unsubscribe
  não quero
  Não quero
  NÃO QUERO
  nao quero
  ñ quero
  n quero
  naum quero
  não quero!!!
  Não quero, obrigado
  não quero obg
  não quero nada
  não quero isso
  não quero mais
  não quero mais nada
  não quero mais isso
  não quero mais mensagens
  não quero receber mensagens
  não quero mais receber mensagens
  não quero receber mais nada de vocês
  nao quero receber msg
  não quero propaganda
  não quero spam
  não quero saber
  não quero saber de nada
  não quero não quero
  não quero\nobrigada
  eu não quero
  já disse que não quero
  JÁ FALEI QUE NÃO QUERO
  ＮＡＯ ＱＵＥＲＯ
  𝐍𝐚̃𝐨 𝐪𝐮𝐞𝐫𝐨
  n.ã.o quero
  não qero
  não quero ser incomodado
  não quero contato
  não quero mais contato
  não quero que me liguem
  não me mande mais mensagem
  não me mande mais mensagens
  não me mandem mais nada
  não mande mais nada
  nao me manda mais
  não me envie mais isso
  não enviem mais mensagens
  não me chame mais
  não me chama mais aqui
  não me ligue mais
  não me procure mais, não quero
  não me perturbe
  não me incomode
  não me incomodem mais
  não escreva mais
  não preciso receber mais mensagens
  favor não enviar mais
  favor não mandar mais mensagens
  por favor não mande mais
  peço que não me enviem mais mensagens
  não autorizo mensagens, quero sair
  não autorizei, remova meu número
  me tira da lista
  me tira dessa lista
  me tirem da lista de transmissão
  me tire daí
  tira meu número
  tira meu numero daí
  tira o meu contato da lista
  tirem meu número da base
  retire meu contato
  retirem meu número da lista
  remove meu número
  remova meu contato
  remover meu número
  Remover meu cadastro
  exclua meu número
  excluam meu contato
  exclui meu cadastro por favor
  apaga meu número
  apague meu contato
  descadastrar
  descadastre meu número
  me descadastre
  quero me descadastrar
  quero descadastro
  descadastro
  chega de mensagem
  vou bloquear
  vou te bloquear
  vou denunciar
  vou denunciar seu número
  vou te denunciar por spam
  sem interesse
  não tenho interesse
  Não tenho mais interesse
  não me interessa
  não tenho interesse, pode parar
  obrigado mas não quero
  obrigada, não quero receber
  agradeço mas não quero mais receber
  tô fora, sair
  não é meu, sair
  número errado, sair
  engano, pare de mandar
  moço, para de mandar mensagem
  já comprei, cancelar
  já tenho, pode cancelar
  não sou dono da empresa, quero sair
  esse número é pessoal, parem
  tenho LGPD a meu favor, cancelar
  pela LGPD exijo sair dessa lista
  sair (já é a terceira vez)
  não perturbe, sair
  Boa noite. Não quero mais receber. Obrigado.
  Oi. Parar. Obrigado.
  Parar promoções
  parar promocao
  Parar ofertas
  pode parar com as promoções
  quero parar de receber promoções
  Stop promotions
  SAIR!!! que saco
  aff sair
  PQP PARA DE MANDAR MENSAGEM
  vai se ferrar, sair
  cansei, sair
  estou cansada disso, parem
  toda semana isso, quero sair
  de novo? sair
  outra vez? parem
`);

/** Of the above, those that say nothing else: they block without a question. */
const BLOCKING = read(String.raw`
  sair
  sair, obrigado
  bom dia, sair
  QUERO SAIR DESSA LISTA AGORA
  SAIR SAIR SAIR SAIR
  SAIR\nSAIR\nSAIR
  s.a.i.r
  S-A-I-R
  ＳＡＩＲ
  𝐒𝐀𝐈𝐑
  ⓢⓐⓘⓡ
  🅢🅐🅘🅡
  ѕаіr
  sair pelo amor de deus
  SAIR PORRA
  Sair! Já pedi mil vezes
  já pedi pra sair
  sair seus chatos
  sair\nobrigada
  Bom dia!\nQuero sair da lista.
  PARE
  pare pare pare
  pode parar com isso
  parem de encher o saco
  ja pedi pra parar
  pare imediatamente
  parar porra
  cancelar
  cancelar cancelar
  quero cancelar o recebimento
  c.a.n.c.e.l.a.r
  STOP PLEASE
  stop stop
  𝕊𝕋𝕆ℙ
  não quero
  não quero não quero
  JÁ FALEI QUE NÃO QUERO
  Boa noite. Não quero mais receber. Obrigado.
  Oi. Parar. Obrigado.
  Parar promoções
  parar promocao
  Parar ofertas
  pode parar com as promoções
  quero parar de receber promoções
  Stop promotions
  SAIR!!! que saco
  aff sair
  de novo? sair
`);

/** About something else: none of them may block. */
const INNOCENT = read(`
  oi
  Olá
  Bom dia
  boa tarde, tudo bem?
  Quanto custa?
  qual o valor?
  Tenho interesse
  Quero
  quero sim
  sim
  não
  Não, obrigado
  ok
  👍
  pode mandar
  pode mandar mensagem
  me manda o catálogo
  manda a tabela de preços
  me envia por email
  pode ligar
  me liga amanhã
  qual o endereço?
  onde fica a loja?
  vocês entregam?
  tem no tamanho G?
  aceita cartão?
  parcela em quantas vezes?
  posso pagar no pix?
  Pagar
  quero pagar
  pagar como?
  já paguei
  qual o prazo?
  sair do papel
  esse projeto precisa sair do papel
  quero sair do aluguel
  quero sair da dívida
  vou sair para almoçar
  quero sair para almoçar
  sair que horas?
  a que horas vocês vão sair?
  o pedido vai sair hoje?
  quando vai sair o resultado?
  vai sair quanto?
  quanto vai sair tudo?
  o frete sai por quanto?
  minha esposa acabou de sair
  tô saindo agora
  saindo de casa
  acabei de sair do banho, já respondo
  preciso sair agora, falo depois
  parar para pensar
  preciso parar para pensar
  quero parar de fumar
  vocês ajudam a parar de fumar?
  vou parar na loja amanhã
  o carro pode parar em frente?
  tem onde parar o carro?
  o motor não para de esquentar
  parou de funcionar
  pararam de vender esse?
  para quando fica pronto?
  para que serve?
  para mim está bom
  é para amanhã
  para de pagar aluguel com a gente?
  para receber em casa quanto fica?
  não me mande mais boletos
  não precisa mandar boleto, pago no pix
  não mande mais boleto por correio
  cancelar o boleto
  quero cancelar o pedido
  preciso cancelar a compra de ontem
  cancelar a compra de ontem?
  como cancelar o agendamento?
  posso cancelar a consulta?
  se eu quiser cancelar o plano tem multa?
  cancela o de ontem e manda outro
  tem multa para cancelar?
  vocês cancelam de graça?
  stop motion
  non-stop
  vocês têm pit stop?
  luz de stop do gol
  lanterna stop do uno tem?
  não quero esse, quero o outro
  não quero o azul, só o preto
  não quero parcelado
  não quero perder essa chance
  não quero perder a promoção
  as promoções param hoje?
  até quando vão as ofertas?
  não quero pagar frete
  não quero entrega, vou buscar
  não quero atrapalhar
  não quero incomodar, pode me responder depois?
  não quero com açúcar
  não queria incomodar mas preciso do orçamento
  hoje não quero, amanhã sim
  quero mais informações
  quero mais
  quero saber mais
  quero receber
  quero receber a proposta
  quero receber mensagens sim
  quero entrar na lista
  me coloca na lista
  me põe na lista de espera
  me manda a lista
  qual o numero da lista?
  tira uma dúvida?
  me tira uma dúvida
  tira foto da lista
  tira foto pra mim
  retira na loja?
  posso retirar amanhã?
  retirar na loja
  qual horário de retirada?
  remover mancha vocês fazem?
  vocês fazem remoção de entulho?
  remove tatuagem?
  excluir um item do pedido
  apaga a luz que eu já vou
  não recebi mensagem
  não recebi nada ainda
  não recebi o boleto
  não precisa
  nada
  não é isso
  não entendi
  não sei
  não consegui abrir o link
  não chegou
  não tenho certeza
  não tenho cnpj
  não agora
  agora não
  mais tarde
  depois vejo
  vou pensar
  vou ver e te falo
  vou falar com meu sócio
  me chama semana que vem
  me chama depois das 18h
  pode me chamar no outro número
  chama minha esposa
  não chama ainda, tô em reunião
  envia o contrato
  quero o contrato
  manda o contato do vendedor
  qual o contato da loja?
  meu contato é esse mesmo
  esse número é da padaria?
  de onde pegou meu número?
  quem é?
  quem fala?
  número errado
  engano
  não conheço
  não sou eu
  é golpe?
  isso é spam?
  é robô?
  você é um robô?
  vocês são de onde?
  interessante
  legal
  top
  show
  perfeito
  fechado
  combinado
  vamos fechar
  quero comprar
  quero dois
  quero 10 unidades
  manda o pix
  qual a chave pix?
  obrigado
  valeu
  grato
  kkkk
  rsrs
  😂😂
  hahaha
  amanhã eu respondo
  estou no trânsito
  estou dirigindo
  tô no trabalho
  bloquear o cartão como faço?
  quero bloquear meu cartão
  o sistema vai bloquear?
  vocês denunciam vazamento?
  cadastro como?
  já tenho cadastro
  quero fazer cadastro
  meu cadastro está certo?
  como faço o cadastro?
  a inscrição vai até quando?
  quero minha inscrição
  o recebimento é em dinheiro
  a transmissão do jogo é hoje?
  grupo de compras?
  qual o link do grupo?
  para com desconto ou sem?
  para da esquina
  descarga
  chega que horas?
  chega amanhã?
  chega de pagar caro
  chega em dois dias?
  incomodo agora?
  perturbo se ligar agora?
  encher a caixa d'água quanto custa?
  enche pneu?
  escreve o nome certo: Ana Maria
  ligar o ar condicionado
  vocês ligam o gás?
  mando os dados agora
  mandei o comprovante
  mandei errado, desculpa
  enviei por email
  já recebi, obrigada
  recebi sim
  não recebi o código
  preciso de nota fiscal
  tem garantia?
  vocês abrem sábado?
  fecha que horas?
  pode ser na terça
  voltar
  quero voltar a receber
`);

/** Ordinary answers: a person is not even asked about them. */
const QUIET = read(`
  oi
  Quanto custa?
  Tenho interesse
  não
  Não, obrigado
  pode mandar mensagem
  posso pagar no pix?
  Pagar
  quero pagar
  o frete sai por quanto?
  tô saindo agora
  parou de funcionar
  para que serve?
  para mim está bom
  é para amanhã
  não recebi mensagem
  não precisa
  me chama depois das 18h
  envia o contrato
  número errado
  quem é?
  isso é spam?
  quero receber a proposta
  me manda a lista
  tira uma dúvida?
  posso retirar amanhã?
  quero comprar
  chega amanhã?
  meu cadastro está certo?
  obrigado
  👍
`);

const isBlocked = (sentence: string) => classifyReply(sentence) === "opt_out";
const isAsked = (sentence: string) => !isBlocked(sentence) && readAnswer([sentence]).mayLeave;
const isFound = (sentence: string) => isBlocked(sentence) || isAsked(sentence);

it("finds nearly everybody who asks for no more messages, and blocks nobody else", () => {
  const missed = LEAVING.filter((sentence) => !isFound(sentence));
  const wronglyBlocked = INNOCENT.filter(isBlocked);
  const askedInVain = INNOCENT.filter(isAsked);
  console.log(
    `${LEAVING.length + INNOCENT.length} sentences; of ${LEAVING.length} that leave: ${LEAVING.filter(isBlocked).length} blocked, ${LEAVING.filter(isAsked).length} asked about, ${missed.length} missed; of ${INNOCENT.length} others: ${wronglyBlocked.length} blocked, ${askedInVain.length} asked about`,
  );
  // A contact who says 'sem interesse' leaves all sequences, and is asked nothing.
  const lost = missed.filter((sentence) => readAnswer([sentence]).kind !== "not_interested");
  expect(lost.length / LEAVING.length).toBeLessThanOrEqual(0.03);
  expect(wronglyBlocked).toEqual([]);
  // Most of these hold the very words of people who leave.
  expect(askedInVain.length / INNOCENT.length).toBeLessThanOrEqual(0.25);
  expect(LEAVING.length + INNOCENT.length).toBeGreaterThanOrEqual(400);
});

it("blocks what says nothing else, without a question", () => {
  expect(BLOCKING.filter((sentence) => !isBlocked(sentence))).toEqual([]);
});

it("blocks nobody for ordinary answers, and asks about few", () => {
  expect(QUIET.filter(isBlocked)).toEqual([]);
  expect(QUIET.filter(isAsked).length).toBeLessThanOrEqual(5);
  expect(QUIET.filter((sentence) => readAnswer([sentence]).leavesSurely)).toEqual([]);
});

it("lets no stop word that stands by itself pass silently, whatever is said around it", () => {
  const stops = ["sair", "parar", "pare", "cancelar", "stop", "não quero", "ＳＡＩＲ", "s.a.i.r"];
  const around = ["", "quero comprar. ", "o preço é bom, ", `${"blá ".repeat(400)}\n`];
  const silent = stops.flatMap((stop) =>
    around.flatMap((before) =>
      ["", " viu", ", o que acha?", `\n${"blá ".repeat(3_000)}`]
        .map((after) => `${before}${stop}${after}`)
        .filter((sentence) => !isFound(sentence)),
    ),
  );
  expect(silent.map((sentence) => sentence.slice(0, 60))).toEqual([]);
});
