"use client";

import type { ReactNode } from "react";
import { Page } from "@/components/shared/layout/page";
import { ROLE_NEEDED, type Role } from "@/lib/domain/accounts/roles";
import { useCan } from "./session-context";

interface ForRoleProps {
  least: Role;
  /** Of the whole screen, if it is one. */
  title?: string;
  children: ReactNode;
}

/** Shows its children to whoever has at least a role, and others who may see them: they would be refused. */
export function ForRole({ least, title, children }: ForRoleProps) {
  if (useCan(least)) return children;
  const note = (
    <p className="rounded-xl border border-border bg-card px-5 py-4 text-sm shadow-card">
      {ROLE_NEEDED[least]}
    </p>
  );
  return title === undefined ? note : <Page title={title}>{note}</Page>;
}
