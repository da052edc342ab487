"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";

const SECTIONS = [
  { href: paths.team, label: "Pessoas" },
  { href: paths.teamResults, label: "Resultados" },
];

/** The links between who works in the account and what they achieve. */
export function TeamSections() {
  const pathname = usePathname();
  return (
    <nav aria-label="Seções da equipe" className="-mt-2 mb-5 max-w-4xl border-border border-b">
      <ul className="flex gap-1">
        {SECTIONS.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={pathname === href ? "page" : undefined}
              className={cn(
                "-mb-px flex h-10 items-center border-b-2 px-3 font-medium text-sm transition-colors pointer-coarse:h-11",
                pathname === href
                  ? "border-primary text-foreground"
                  : "border-transparent text-muted-foreground hover:text-foreground",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
