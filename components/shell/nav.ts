import {
  Activity,
  BellOff,
  Building2,
  CalendarCheck,
  ChartColumn,
  Contact,
  CreditCard,
  Gem,
  Handshake,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MapPinned,
  Merge,
  MessagesSquare,
  Radar,
  Search,
  Send,
  ShieldCheck,
  Upload,
  User,
  Users,
} from "lucide-react";
import { type Role, reaches } from "@/lib/domain/accounts/roles";
import { isPro, type Plan } from "@/lib/domain/plans/plan";
import { paths } from "@/lib/paths";

export interface NavEntry {
  label: string;
  href: string;
  icon: LucideIcon;
  /** Other words that people look for it with. */
  words?: string[];
}

export const todayEntry: NavEntry = {
  label: "Hoje",
  href: paths.today,
  icon: CalendarCheck,
  words: ["tarefas", "pendências", "lembretes", "respostas"],
};

export const dashboardEntry: NavEntry = {
  label: "Dashboard",
  href: paths.dashboard,
  icon: LayoutDashboard,
  words: ["início", "painel", "conectar", "QR Code"],
};

export const chatEntry: NavEntry = {
  label: "Conversas",
  href: paths.chat,
  icon: MessagesSquare,
  words: ["chat", "WhatsApp", "mensagens", "responder"],
};

const navGroups: { label: string; entries: NavEntry[] }[] = [
  {
    label: "List Building",
    entries: [
      {
        label: "Busca no Google",
        href: paths.pagesSearch,
        icon: Search,
        words: ["empresas", "páginas", "sites"],
      },
      {
        label: "Busca Google Maps",
        href: paths.mapsSearch,
        icon: MapPinned,
        words: ["mapa", "perto", "bairro"],
      },
      {
        label: "Contatos do WhatsApp",
        href: paths.whatsappContacts,
        icon: Contact,
        words: ["agenda", "telefones"],
      },
      {
        label: "Receita Federal",
        href: paths.registrySearch,
        icon: Building2,
        words: ["CNPJ", "CNAE", "registro", "busca"],
      },
      {
        label: "Radar",
        href: paths.radar,
        icon: Radar,
        words: ["buscas salvas", "novidades", "alertas", "empresas novas"],
      },
    ],
  },
  {
    label: "Track Leads",
    entries: [
      { label: "Leads", href: paths.leads, icon: Users, words: ["clientes", "empresas", "base"] },
      { label: "Minhas Listas", href: paths.lists, icon: ListChecks, words: ["grupos"] },
    ],
  },
  {
    label: "Campaigns",
    entries: [
      {
        label: "Nova campanha",
        href: paths.newCampaign,
        icon: Send,
        words: ["enviar", "disparo", "mensagem", "prospecção"],
      },
      {
        label: "Atividades",
        href: paths.activities,
        icon: Activity,
        words: ["campanhas", "envios", "prospecções"],
      },
      {
        label: "Não perturbe",
        href: paths.blockedNumbers,
        icon: BellOff,
        words: ["bloqueados", "descadastro", "sair", "opt-out"],
      },
      {
        label: "Eventos",
        href: paths.events,
        icon: ChartColumn,
        words: ["relatórios", "funil", "estatísticas", "histórico"],
      },
    ],
  },
];

const subscriptionEntry: NavEntry = {
  label: "Upgrade to Pro",
  href: paths.subscription,
  icon: Gem,
  words: ["assinatura", "plano", "pagamento", "fatura"],
};

/** A user who pays for PRO finds the subscription by its name; the administrator sees the menu that most users see. */
export function listAccountEntries({ isAdmin, plan, role }: Reader): NavEntry[] {
  const subscription =
    isPro(plan) && !isAdmin ? { ...subscriptionEntry, label: "Assinatura" } : subscriptionEntry;
  return [
    ...(reaches(role, "owner") ? [subscription] : []),
    {
      label: "Account",
      href: paths.profile,
      icon: User,
      words: ["perfil", "conta", "senha", "sessões"],
    },
    {
      label: "Equipe",
      href: paths.team,
      icon: Handshake,
      words: ["pessoas", "vendedores", "convidar", "acessos", "convites"],
    },
    {
      label: "Billing",
      href: paths.credits,
      icon: CreditCard,
      words: ["créditos", "saldo", "uso"],
    },
  ];
}

interface Reader {
  isAdmin: boolean;
  plan: Plan;
  role: Role;
  seesAll: boolean;
}

/** Screens about all leads of the account, which are refused to a user who sees a part of them. */
const WHOLE_VIEWS: string[] = [
  paths.events,
  paths.blockedNumbers,
  paths.leadImport,
  paths.leadDuplicates,
];

const mayOpen = ({ href }: NavEntry, { seesAll }: Reader) => seesAll || !WHOLE_VIEWS.includes(href);

/** The groups of screens that the person may open. */
export function listGroups(reader: Reader): typeof navGroups {
  return navGroups.map(({ label, entries }) => ({
    label,
    entries: entries.filter((entry) => mayOpen(entry, reader)),
  }));
}

const adminEntry: NavEntry = {
  label: "Painel Administrativo",
  href: paths.admin,
  icon: ShieldCheck,
};

/** The entries below the groups; the panel is the administrator's alone. */
export function listLastEntries(reader: Reader): NavEntry[] {
  const entries = listAccountEntries(reader);
  return reader.isAdmin ? [...entries, adminEntry] : entries;
}

/** Every screen that the person may open. */
export function listScreens(reader: Reader): NavEntry[] {
  const grouped = listGroups(reader).flatMap(({ entries }) => entries);
  return [todayEntry, dashboardEntry, chatEntry, ...grouped, ...listLastEntries(reader)];
}

/** The frequent tasks, in the users' words. */
export const listActions = (reader: Reader): NavEntry[] =>
  actionEntries.filter((entry) => mayOpen(entry, reader));

const actionEntries: NavEntry[] = [
  { label: "Buscar leads", href: paths.pagesSearch, icon: Search },
  { label: "Importar leads", href: paths.leadImport, icon: Upload },
  { label: "Juntar leads duplicados", href: paths.leadDuplicates, icon: Merge },
  { label: "Iniciar uma prospecção", href: paths.newCampaign, icon: Send },
  { label: "Editar meu perfil", href: paths.profile, icon: User },
];
