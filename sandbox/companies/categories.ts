export interface Category {
  name: string;
  /** Other search words for the category. */
  synonyms: string;
  prefixes: readonly string[];
  pitch: string;
  offers: readonly string[];
}

export const PADARIA: Category = {
  name: "Padaria",
  synonyms: "padarias panificadora confeitaria pão",
  prefixes: ["Padaria", "Panificadora", "Casa de Pães"],
  pitch: "Pão quentinho a toda hora, confeitaria própria e café coado na mesa.",
  offers: ["Pão francês (kg)", "Pão de queijo", "Bolo de cenoura", "Sonho de creme", "Torta fria"],
};

export const CATEGORIES: readonly Category[] = [
  PADARIA,
  {
    name: "Clínica odontológica",
    synonyms: "clinicas dentista dentistas consultorio odontologia saude",
    prefixes: ["Clínica", "Odonto", "Clínica Odontológica"],
    pitch: "Implantes, ortodontia e clareamento com hora marcada e sem pressa.",
    offers: ["Avaliação", "Limpeza", "Clareamento", "Aparelho (manutenção)", "Implante"],
  },
  {
    name: "Oficina mecânica",
    synonyms: "oficinas mecanico automotivo carro automotivo",
    prefixes: ["Oficina", "Auto Mecânica", "Centro Automotivo"],
    pitch: "Revisão, suspensão, freios e injeção eletrônica com orçamento na hora.",
    offers: ["Troca de óleo", "Alinhamento", "Balanceamento", "Pastilha de freio", "Revisão geral"],
  },
  {
    name: "Pet shop",
    synonyms: "petshop pet shops banho e tosa veterinario animais",
    prefixes: ["Pet Shop", "Pet Center", "Mundo Pet"],
    pitch: "Banho e tosa, rações e veterinário de plantão para o seu melhor amigo.",
    offers: ["Banho pequeno porte", "Tosa higiênica", "Ração 15 kg", "Vacina V10", "Consulta"],
  },
  {
    name: "Restaurante",
    synonyms: "restaurantes comida almoco marmita delivery",
    prefixes: ["Restaurante", "Cantina", "Churrascaria"],
    pitch: "Almoço por quilo, pratos executivos e marmitas para a sua equipe.",
    offers: ["Prato executivo", "Marmita média", "Feijoada (sábado)", "Rodízio", "Sobremesa"],
  },
  {
    name: "Escritório de contabilidade",
    synonyms: "contabilidade contador contadores contabil impostos",
    prefixes: ["Contabilidade", "Assessoria Contábil", "Escritório Contábil"],
    pitch: "Abertura de empresas, folha de pagamento e imposto de renda sem dor de cabeça.",
    offers: [
      "Abertura de MEI",
      "Plano mensal ME",
      "Imposto de renda",
      "Folha por empregado",
      "BPO",
    ],
  },
  {
    name: "Academia",
    synonyms: "academias musculacao fitness crossfit ginastica",
    prefixes: ["Academia", "Studio", "Espaço Fitness"],
    pitch: "Musculação, dança e pilates com professores formados e ambiente climatizado.",
    offers: ["Plano mensal", "Plano semestral", "Plano anual", "Diária", "Avaliação física"],
  },
  {
    name: "Salão de beleza",
    synonyms: "saloes cabeleireiro manicure estetica barbearia",
    prefixes: ["Salão", "Espaço", "Studio de Beleza"],
    pitch: "Corte, coloração, manicure e dia da noiva com produtos de primeira.",
    offers: ["Corte feminino", "Escova", "Manicure", "Coloração", "Hidratação"],
  },
  {
    name: "Farmácia de manipulação",
    synonyms: "farmacias manipulacao drogaria remedio",
    prefixes: ["Farmácia", "Fórmula", "Drogaria"],
    pitch: "Fórmulas sob medida conferidas por farmacêuticos, com entrega no mesmo dia.",
    offers: ["Vitamina D", "Colágeno", "Creme com ureia", "Minoxidil", "Óleo essencial"],
  },
  {
    name: "Imobiliária",
    synonyms: "imobiliarias imoveis aluguel casas apartamentos corretor",
    prefixes: ["Imobiliária", "Imóveis", "Corretora"],
    pitch: "Venda, locação e administração de imóveis com quem conhece cada rua do bairro.",
    offers: ["Apto 2 dorms", "Casa térrea", "Sala comercial", "Kitnet mobiliada", "Terreno"],
  },
  {
    name: "Floricultura",
    synonyms: "floriculturas flores buque arranjos presentes",
    prefixes: ["Floricultura", "Flores", "Jardim"],
    pitch: "Buquês, cestas e decoração de festas com flores colhidas no dia.",
    offers: ["Buquê de rosas", "Orquídea", "Cesta de café", "Coroa de flores", "Girassol"],
  },
  {
    name: "Material de construção",
    synonyms: "materiais construcao deposito tintas ferragens",
    prefixes: ["Depósito", "Casa do Construtor", "Materiais"],
    pitch: "Do alicerce ao acabamento, com entrega na obra e parcelamento no cartão.",
    offers: [
      "Cimento 50 kg",
      "Areia média (m³)",
      "Tinta 18 l",
      "Piso 60x60 (m²)",
      "Tijolo (milheiro)",
    ],
  },
  {
    name: "Gráfica",
    synonyms: "graficas impressao banner cartao de visita comunicacao visual",
    prefixes: ["Gráfica", "Gráfica Rápida", "Impressos"],
    pitch: "Cartões, banners e embalagens impressos em 24 horas.",
    offers: ["1.000 cartões", "Banner 60x90", "Bloco de notas", "Adesivo (m²)", "Catálogo"],
  },
];

export const CAMPINAS_BAKERIES = [
  "Padaria do Zé",
  "Panificadora Estrela do Cambuí",
  "Padaria Pão Dourado",
  "Padaria Pão Dourado Taquaral",
  "Casa de Pães Santa Rita",
  "Padaria e Confeitaria Bela Massa",
  "Panificadora Nova Aliança",
  "Padaria Trigo de Ouro",
  "Empório do Pão Barão Geraldo",
  "Padaria Vó Nena",
  "Panificadora São Benedito",
  "Padaria Doce Manhã",
  "Casa do Pão de Fermentação Natural",
  "Padaria Três Irmãos",
  "Panificadora Flor do Trigo",
  "Padaria Sousas",
  "Padaria Alvorada",
  "Confeitaria Ponto Doce",
] as const;

export const SURNAMES_OF_COMPANIES = [
  "Bom Jesus",
  "Primavera",
  "São Jorge",
  "Vitória",
  "Horizonte",
  "Nova Era",
  "Dois Irmãos",
  "Santa Clara",
  "Progresso",
  "Bem-Te-Vi",
  "Ipê Amarelo",
  "Central",
  "União",
  "Sabiá",
  "Maranata",
  "Boa Vista",
  "Ponto Certo",
  "Aurora",
  "Imperial",
  "Araucária",
] as const;
