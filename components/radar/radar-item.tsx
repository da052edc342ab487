"use client";

import { ListChecks, MoreHorizontal, Pencil, Play, Power, PowerOff, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/link";
import type { Radar } from "@/lib/contracts/radar/radars";
import { describeChanges } from "@/lib/domain/radar/radar";
import { countOf, formatNumber } from "@/lib/format";
import { leadsOfListPath, radarPath } from "@/lib/paths";
import { describeLastRun, describeRhythm } from "./radar-text";
import { useRadarActions } from "./use-radar-actions";

/** A radar with its question in words, when it runs, and what is new. */
export function RadarItem({ radar, onEdit }: { radar: Radar; onEdit: () => void }) {
  const { id, name, words, unseen, note, active, running } = radar;
  const news = unseen.reduce((sum, { count }) => sum + count, 0);
  return (
    <li className="flex items-start gap-3 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={radarPath(id)}
            className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          {news > 0 && <Badge tone="gold">{countOf(news, "novidade", "novidades")}</Badge>}
          {running && (
            <Badge tone="info" live>
              Rodando
            </Badge>
          )}
          {!active && <Badge>Desligado</Badge>}
        </p>
        {words !== name && <p className="text-pretty text-muted-foreground text-sm">{words}</p>}
        {news > 0 && (
          <p className="mt-1 text-sm tabular-nums">{describeChanges(unseen, formatNumber)}</p>
        )}
        <p className="mt-1 text-[0.8125rem] text-muted-foreground tabular-nums">
          {describeLastRun(radar)} · {describeRhythm(radar)}
        </p>
        {note && <p className="mt-1 text-pretty text-[0.8125rem] text-muted-foreground">{note}</p>}
      </div>
      <RadarMenu radar={radar} onEdit={onEdit} />
    </li>
  );
}

interface RadarMenuProps {
  radar: Radar;
  onEdit: () => void;
  onDeleted?: () => void;
}

export function RadarMenu({ radar, onEdit, onDeleted }: RadarMenuProps) {
  const router = useRouter();
  const { active, kind, list_id: listId, name, running } = radar;
  const actions = useRadarActions(radar, onDeleted);
  return (
    <DropdownMenu
      className="w-48"
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Ações do radar ${name}`}>
          <MoreHorizontal aria-hidden />
        </Button>
      }
      entries={[
        ...(kind !== "registry" && active && !running
          ? [{ kind: "action" as const, label: "Rodar agora", icon: Play, onSelect: actions.run }]
          : []),
        ...(listId === null
          ? []
          : [
              {
                kind: "action" as const,
                label: "Ver a lista",
                icon: ListChecks,
                onSelect: () => router.push(leadsOfListPath(listId)),
              },
            ]),
        { kind: "action", label: "Editar", icon: Pencil, onSelect: onEdit },
        {
          kind: "action" as const,
          label: active ? "Desligar" : "Ligar",
          icon: active ? PowerOff : Power,
          onSelect: () => actions.setActive(!active),
        },
        { kind: "action", label: "Excluir", icon: Trash2, onSelect: actions.askToDelete },
      ]}
    />
  );
}
