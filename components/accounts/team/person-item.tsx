"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, ShieldCheck, UserCheck, UserRoundPen, UserX } from "lucide-react";
import { useState } from "react";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Initials } from "@/components/shared/layout/initials";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { TeamPerson } from "@/lib/contracts/accounts/team";
import { ROLE_LABEL, reaches } from "@/lib/domain/accounts/roles";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatDateTime } from "@/lib/format";
import { teamMutations } from "./team.queries";

const RoleDialog = lateDialog(async () => (await import("./person-dialogs")).RoleDialog);
const HandoverDialog = lateDialog(async () => (await import("./handover-dialog")).HandoverDialog);
const SuspendDialog = lateDialog(async () => (await import("./person-dialogs")).SuspendDialog);

export function PersonItem({ person }: { person: TeamPerson }) {
  const { role } = useSessionUser();
  const manages = useCan("manager");
  const canChange = manages && !person.is_you && reaches(role, person.role);
  return (
    <li className="flex items-center gap-3 py-3 first:pt-1 last:pb-0">
      <Initials name={person.name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          <span className="break-words">
            {person.name}
            {person.is_you && <span className="font-normal text-muted-foreground"> (você)</span>}
          </span>
          <Badge tone={person.role === "owner" ? "gold" : "neutral"}>
            {labelOf(ROLE_LABEL, person.role)}
          </Badge>
          {person.suspended_at !== null && <Badge tone="danger">Suspenso</Badge>}
        </p>
        <p className="mt-0.5 break-words text-muted-foreground text-sm tabular-nums">
          <span className="block sm:inline">{person.email}</span>
          <span className="max-sm:hidden"> · </span>
          <span className="block sm:inline">{describeAccess(person)}</span>
        </p>
      </div>
      {canChange && <PersonMenu person={person} />}
    </li>
  );
}

function describeAccess({ suspended_at, last_seen_at }: TeamPerson): string {
  if (suspended_at !== null) return `suspenso desde ${formatDateTime(suspended_at)}`;
  return last_seen_at ? `último acesso em ${formatDateTime(last_seen_at)}` : "sem acesso recente";
}

function PersonMenu({ person }: { person: TeamPerson }) {
  const change = useMutation(teamMutations.change(useQueryClient()));
  const [opened, setOpened] = useState<"role" | "suspension" | "handover" | null>(null);
  const close = () => setOpened(null);

  const restore = () =>
    change.mutate(
      { id: person.id, body: { suspended: false } },
      { onSuccess: () => notifySuccess(`${person.name} pode entrar de novo.`) },
    );

  return (
    <>
      <DropdownMenu
        align="end"
        className="w-56"
        entries={[
          {
            kind: "action",
            label: "Mudar função",
            icon: ShieldCheck,
            onSelect: () => setOpened("role"),
          },
          {
            kind: "action",
            label: "Passar o que é dela…",
            icon: UserRoundPen,
            onSelect: () => setOpened("handover"),
          },
          person.suspended_at === null
            ? {
                kind: "action",
                label: "Suspender",
                icon: UserX,
                onSelect: () => setOpened("suspension"),
              }
            : { kind: "action", label: "Devolver o acesso", icon: UserCheck, onSelect: restore },
        ]}
        trigger={
          <Button
            variant="ghost"
            size="icon"
            loading={change.isPending}
            aria-label={`Ações de ${person.name}`}
          >
            {!change.isPending && <Ellipsis aria-hidden />}
          </Button>
        }
      />
      {opened === "role" && <RoleDialog person={person} onClose={close} />}
      {opened === "suspension" && (
        <SuspendDialog person={person} onClose={close} onSuspended={() => setOpened("handover")} />
      )}
      {opened === "handover" && <HandoverDialog person={person} onClose={close} />}
    </>
  );
}
