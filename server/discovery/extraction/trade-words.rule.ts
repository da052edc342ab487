import { foldText } from "@/lib/domain/text/fold-text";

/** Trades, titles and products: a text of only such words says what somebody does, not who they are. */
const TRADES = new Set(
  `academia academias acessorios aco acougue adega administracao advocacia advogada advogado advogados agencia agropecuaria
  agronegocio alimentos alinhamento aluguel ambiental analises animais aquecedores ar arquiteta arquiteto arquitetos arquitetura
  artesanais artesanal assessoria assistencia atelie ateliers auto automacao automoveis automotiva automotivas automotivo autopecas
  bandas banho bar barbeador barbearia barbearias bares barbeiro bateria baterias bebidas beleza bercario bicicletaria bolos
  bolsas borracharia buffet burger cabeleireira cabeleireiro cabelo cabelos cafe cafeteria cafeterias calcados calhas cardapio
  cardiologia cardiologista cardiologistas carros casamentos chaveiro chocolates churrascaria cilios clareamento climatizacao
  clinica clinicas colchoes comercial comercio comida condicionado condominios confeccoes confeitaria confeitarias conserto consertos
  construcao construcoes construtora construtoras consultor consultora consultoria consultorio contabil contabilidade contador contadora
  contadores corporativo corretor corretora corretores cosmeticos costura costureira creche criminal cursos decoracao dedetizacao
  dedetizadora delivery dentista dentistas deposito depilacao dermatologia dermatologista desentupidora desentupimento design despachante
  digital distribuidora doces doutor doutora dr dra doceria drogaria economista educacao educacional eletrica eletricista eletricistas
  eletronica eletronicos eletrodomesticos embalagens empresarial enfermagem enfermeira engenharia engenheira engenheiro ensino
  entregas escola escolas escritorio estetica esteticista esquadrias eventos familia farmacia fazenda ferragens festas festa
  financeira financiamentos fisioterapeuta fisioterapia floricultura flores fonoaudiologa fonoaudiologia fotografa fotografia fotografo
  fotos frete fretes fretamento funeraria funilaria geral ginecologia ginecologista gastronomia gesso gestao grafica graficas granitos guincho hamburgueria
  hamburguer hidraulica hospedagem hortifruti hotel imobiliaria imobiliarias imoveis implante implantes importados impressao impressos
  industria industrial infantil informatica ingles idiomas instalacao instalacoes joalheria joias juridica juridico laboratorio lanches
  lanchonete laudos lava lavagem lavanderia lavacao leiloes limpeza livraria locacao locacoes logistica madeireira maquiadora maquiagem maquinas manicure
  manutencao marcenaria marceneiro marketing marmoraria marmores massagem massoterapeuta massoterapia materiais material mecanica mecanico medica
  medicina medico medicos mercado mercearia metalurgica moda moradia moto motos motel moveis mudanca mudancas musculacao musica nutri nutricao
  nutricionista nutrologia odontologia odontologica odontologico odontopediatria oficina oftalmologia oftalmologista oftalmologistas optica ortodontia ortodontista ortopedia
  ortopedista otica oticas oculos padaria padarias paes paisagismo paisagista panificadora papelaria particular pastelaria pecas pedagogia pediatra pediatria pedreiro
  peixaria pequenos personal personalizados pet petshop shop pilates piscinas pizza pizzaria pizzarias planejados planejamento plastica podologa podologia
  portoes pousada pousadas predial prestacao presentes previdenciario produtora profissional profissionais projetos promotora psicanalista psicologa psicologia
  psicologo psicologos psicopedagoga psicoterapia psiquiatra psiquiatria publicidade quimica refrigeracao reforma reformas reparo reparos representacoes residenciais
  residencial restaurante restaurantes revenda revestimentos roupas saloes salao sapataria saude seguranca seguro seguros serralheria serralheiro
  solar solares soldas solucoes sorveteria studio supermercado supermercados suplementos sobrancelhas tatuador tatuagem tatuagens tatuadora tecnica tecnico
  tecnologia terapeuta terapia terapias terraplenagem terceirizacao telhados telhas tintas tosa toldos topografia trabalhista tradutora traducao trafego transfer transporte
  transportadora transportadoras transportes treinamento treinamentos tributario turismo urologia urologista uniformes usados usinagem vans vacinas veiculos
  vendas venda veterinaria veterinario viagens vidracaria vidraceiro vidros vigilancia yoga civil trabalho consumidor direito especialista especialistas especializada
  especializado melhor melhores maior qualidade preco precos barato barata atacado varejo completo completa promocao promocoes semana sob medida 24h horas 24hs novos
  seminovos usado nacionais local locais vida mao obra feito feitas feita esportivo funcional clinico integrativo estetico avancado capilar corporal facial
  pediatrico geriatrico neurologico ortopedico cardiologico dermatologico ginecologico urologico oncologico vascular cirurgia cirurgiao dentario bucal
  emagrecimento hipertrofia comportamental cognitivo hospitalar domiciliar criminalista penal eleitoral bancario imobiliario societario familiar sucessorio
  eletrico hidraulico metalico aluminio ferro inox madeira pvc vidro concreto couro marido encanador encanadora karate judo jiu jitsu boxe crossfit natacao danca desratizacao descupinizacao sanitizacao higienizacao online presencial atendimento`.match(
    /\S+/g,
  ),
);
/** Articles, prepositions and short numbers. */
export const SMALL_WORD =
  /^(?:[aeo]|as|os|d[aeo]s?|em|n[ao]s?|com|para|por|pra|the|of|and|to|\d{1,4})$/;

const SHORTEST_STEM = 6;

/** The same for all genders and numbers of an adjective: "tributário", "tributárias". */
function toStem(word: string): string {
  return word.length < SHORTEST_STEM ? word : word.replace(/s$/, "").replace(/[aeo]$/, "");
}

const STEMS = new Set([...TRADES].map(toStem));

function isTrade(word: string): boolean {
  return TRADES.has(word) || (word.length >= SHORTEST_STEM && STEMS.has(toStem(word)));
}

/** "Desentupidora em Caruaru 24h". */
const IN_PLACE = / em \p{Lu}.{2,60}$/u;

/** "Óticas Vida", "Farmácia Saúde": words that elsewhere describe lives and health are part of a name here. */
const NAMED_AFTER =
  /^(?:oticas?|farmacias?|drogarias?|clinicas?|academias?|padarias?|lojas?|mercados?|supermercados?|salao|studio|escola|hotel|pousada|restaurante|lanchonete|pizzaria|laboratorio) (?:vida|saude|beleza|familia)$/;

/** "DR Imóveis": two letters, not a title. */
const INITIALS = /^DRA? \p{Lu}\p{Ll}/u;

/** "Climatização", "Advogada", "Clínica Veterinária 24 horas": trades and nothing else. */
export function isTradeOnly(name: string): boolean {
  const words = foldText(name.replace(IN_PLACE, "")).match(/[a-z0-9]{1,40}/g) ?? [];
  if (NAMED_AFTER.test(words.join(" ")) || INITIALS.test(name)) return false;
  return words.length > 0 && words.every((word) => isTrade(word) || SMALL_WORD.test(word));
}

/** The words of a name without those of the trade: what distinguishes it from competitors. */
export function findTellingWords(name: string): string[] {
  const words = foldText(name).match(/[a-z0-9]{3,40}/g) ?? [];
  return words.filter((word) => !isTrade(word) && !SMALL_WORD.test(word));
}
