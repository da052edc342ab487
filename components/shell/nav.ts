import {
  Activity,
  BellOff,
  Building2,
  ChartColumn,
  Contact,
  CreditCard,
  Gem,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MapPinned,
  MessagesSquare,
  Search,
  Send,
  ShieldCheck,
  Upload,
  User,
  Users,
} from "lucide-react";
import { paths } from "@/lib/paths";

export interface NavEntry {
  label: string;
  href: string;
  icon: LucideIcon;
}

export const dashboardEntry: NavEntry = {
  label: "Dashboard",
  href: paths.dashboard,
  icon: LayoutDashboard,
};

export const navGroups: { label: string; entries: NavEntry[] }[] = [
  {
    label: "List Building",
    entries: [
      { label: "Busca no Google", href: paths.pagesSearch, icon: Search },
      { label: "Busca Google Maps", href: paths.mapsSearch, icon: MapPinned },
      { label: "Contatos do WhatsApp", href: paths.whatsappContacts, icon: Contact },
    ],
  },
  {
    label: "Track Leads",
    entries: [
      { label: "Leads", href: paths.leads, icon: Users },
      { label: "Minhas Listas", href: paths.lists, icon: ListChecks },
    ],
  },
  {
    label: "Campaigns",
    entries: [
      { label: "Nova campanha", href: paths.newCampaign, icon: Send },
      { label: "Atividades", href: paths.activities, icon: Activity },
      { label: "Não perturbe", href: paths.blockedNumbers, icon: BellOff },
    ],
  },
];

export const accountEntries: NavEntry[] = [
  { label: "Upgrade to Pro", href: paths.subscription, icon: Gem },
  { label: "Account", href: paths.profile, icon: User },
  { label: "Billing", href: paths.credits, icon: CreditCard },
];

/** Shown to administrators only. */
export const adminEntry: NavEntry = {
  label: "Painel Administrativo",
  href: paths.admin,
  icon: ShieldCheck,
};

/** Every screen, including those missing from the sidebar. */
export const screenEntries: NavEntry[] = [
  dashboardEntry,
  ...navGroups.flatMap(({ entries }) => entries),
  { label: "Chat do WhatsApp", href: paths.chat, icon: MessagesSquare },
  { label: "Busca na Receita Federal", href: paths.registrySearch, icon: Building2 },
  { label: "Eventos", href: paths.events, icon: ChartColumn },
  ...accountEntries,
];

/** The frequent tasks, in the users' words. */
export const actionEntries: NavEntry[] = [
  { label: "Buscar leads", href: paths.pagesSearch, icon: Search },
  { label: "Importar leads", href: paths.leadImport, icon: Upload },
  { label: "Iniciar uma prospecção", href: paths.newCampaign, icon: Send },
  { label: "Editar meu perfil", href: paths.profile, icon: User },
];
