"use client";

import type { ReactNode } from "react";
import { Page } from "@/components/shared/layout/page";
import { ROLE_NEEDED, type Role } from "@/lib/domain/accounts/roles";
import { WHOLE_VIEW_NEEDED } from "@/lib/domain/accounts/visibility";
import { useCan, useSessionUser } from "./session-context";

interface ForRoleProps {
  least: Role;
  /** Of the whole screen, if it is one. */
  title?: string;
  children: ReactNode;
}

/** Shows its children to whoever has at least a role, and others who may see them: they would be refused. */
export function ForRole({ least, title, children }: ForRoleProps) {
  return useCan(least) ? children : <Refusal title={title}>{ROLE_NEEDED[least]}</Refusal>;
}

/** Shows its children to a user who sees all leads and conversations of the account, and others who may see them. */
export function ForWholeView({ title, children }: Omit<ForRoleProps, "least">) {
  const { seesAll } = useSessionUser();
  return seesAll ? children : <Refusal title={title}>{WHOLE_VIEW_NEEDED}</Refusal>;
}

function Refusal({ title, children }: { title: string | undefined; children: string }) {
  const note = (
    <p className="rounded-xl border border-border bg-card px-5 py-4 text-sm shadow-card">
      {children}
    </p>
  );
  return title === undefined ? note : <Page title={title}>{note}</Page>;
}
