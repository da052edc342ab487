import {
  Fingerprint,
  FolderDown,
  History,
  KeyRound,
  Lock,
  LogIn,
  type LucideIcon,
  MessageSquareText,
  MonitorSmartphone,
  ShieldCheck,
  User,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useSessionUser } from "@/components/session/session-context";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { type Role, reaches } from "@/lib/domain/accounts/roles";
import { profilePaths } from "@/lib/paths";

/** `least`: the role that its section asks for. */
const SECTIONS: { href: string; label: string; icon: LucideIcon; least?: Role }[] = [
  { href: profilePaths.details, label: "Dados", icon: User },
  { href: profilePaths.password, label: "Senha", icon: Lock },
  { href: profilePaths.secondFactor, label: "Verificação", icon: ShieldCheck },
  { href: profilePaths.passkeys, label: "Chaves de acesso", icon: Fingerprint },
  { href: profilePaths.signIn, label: "Formas de entrar", icon: LogIn },
  { href: profilePaths.sessions, label: "Sessões", icon: MonitorSmartphone },
  { href: profilePaths.actions, label: "Histórico", icon: History, least: "manager" },
  { href: profilePaths.cannedAnswers, label: "Respostas prontas", icon: MessageSquareText },
  { href: profilePaths.api, label: "API", icon: KeyRound },
  { href: profilePaths.webhooks, label: "Webhooks", icon: Webhook, least: "manager" },
  { href: profilePaths.ownData, label: "Meus dados", icon: FolderDown },
];

/** The sections of the profile: a column next to them, chips above them where there is no room for one. */
export function ProfileIndex({ isUnsaved }: { isUnsaved: boolean }) {
  const pathname = usePathname();
  const { role } = useSessionUser();
  return (
    <nav aria-label="Seções do perfil" className="lg:sticky lg:top-7 lg:self-start">
      <ul className="flex flex-wrap gap-1.5 lg:flex-col lg:gap-0.5">
        {SECTIONS.filter(({ least = "seller" }) => reaches(role, least)).map(
          ({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={pathname === href ? "page" : undefined}
                className={cn(
                  "flex h-9 items-center gap-2 rounded-lg px-3 font-medium text-sm transition-colors pointer-coarse:h-10",
                  "max-lg:border max-lg:border-border max-lg:[&_svg]:hidden [&_svg]:size-4 [&_svg]:shrink-0",
                  pathname === href
                    ? "bg-accent text-foreground"
                    : "text-muted-foreground hover:bg-accent hover:text-foreground",
                )}
              >
                <Icon aria-hidden />
                {label}
                {isUnsaved && href === profilePaths.details && (
                  <span className="size-2 rounded-full bg-primary">
                    <span className="sr-only">(alterações não salvas)</span>
                  </span>
                )}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
