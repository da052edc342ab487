"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";

interface SectionLinksProps {
  label: string;
  sections: readonly { href: string; label: string }[];
}

/** The links between the screens of one section of the menu. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  const pathname = usePathname();
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the current one may be scrolled out of sight.
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, []);
  return (
    <nav
      aria-label={label}
      className="-mx-4 -mt-2 mb-5 overflow-x-auto border-border border-b px-4 md:mx-0 md:px-0"
    >
      <ul className="flex gap-1">
        {sections.map((section) => (
          <li key={section.href}>
            <Link
              href={section.href}
              ref={pathname === section.href ? current : undefined}
              aria-current={pathname === section.href ? "page" : undefined}
              className={cn(
                "-mb-px flex h-10 items-center whitespace-nowrap border-b-2 px-3 font-medium text-sm transition-colors pointer-coarse:h-11",
                pathname === section.href
                  ? "border-primary text-foreground"
                  : "border-transparent text-muted-foreground hover:text-foreground",
              )}
            >
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
