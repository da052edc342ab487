import {
  Fingerprint,
  FolderDown,
  History,
  KeyRound,
  Lock,
  LogIn,
  MessageSquareText,
  MonitorSmartphone,
  ShieldCheck,
  User,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { profilePaths } from "@/lib/paths";

const SECTIONS = [
  { href: profilePaths.details, label: "Dados", icon: User },
  { href: profilePaths.password, label: "Senha", icon: Lock },
  { href: profilePaths.secondFactor, label: "Verificação", icon: ShieldCheck },
  { href: profilePaths.passkeys, label: "Chaves de acesso", icon: Fingerprint },
  { href: profilePaths.signIn, label: "Formas de entrar", icon: LogIn },
  { href: profilePaths.sessions, label: "Sessões", icon: MonitorSmartphone },
  { href: profilePaths.actions, label: "Histórico", icon: History },
  { href: profilePaths.cannedAnswers, label: "Respostas prontas", icon: MessageSquareText },
  { href: profilePaths.api, label: "API", icon: KeyRound },
  { href: profilePaths.webhooks, label: "Webhooks", icon: Webhook },
  { href: profilePaths.ownData, label: "Meus dados", icon: FolderDown },
];

/** The sections of the profile: a column next to them, chips above them where there is no room for one. */
export function ProfileIndex({ isUnsaved }: { isUnsaved: boolean }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Seções do perfil" className="lg:sticky lg:top-7 lg:self-start">
      <ul className="flex flex-wrap gap-1.5 lg:flex-col lg:gap-0.5">
        {SECTIONS.map(({ href, label, icon: Icon }) => (
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
        ))}
      </ul>
    </nav>
  );
}
