"use client";

import { useDraggable } from "@dnd-kit/core";
import { useQuery } from "@tanstack/react-query";
import { Clock, MessageCircle, MoreHorizontal } from "lucide-react";
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from "react";
import { stageQueries } from "@/components/leads/leads/stages.queries";
import { TagChips } from "@/components/leads/leads/tag-chips";
import type { LeadSelection } from "@/components/leads/leads/use-lead-selection";
import { SellerInitials } from "@/components/leads/sellers/seller-name";
import { TaskKindIcon } from "@/components/leads/tasks/task-kind-icon";
import { taskQueries } from "@/components/leads/tasks/tasks.queries";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { BoardCard } from "@/lib/contracts/leads/board";
import type { Stage } from "@/lib/contracts/leads/stages";
import { LEAD_STATUS_LABEL } from "@/lib/domain/leads/lead-status";
import { describeRest, restsTooLong } from "@/lib/domain/leads/stages";
import { isOverdue, nameDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { formatCents } from "@/lib/format";
import type { BoardMoves } from "./use-board-moves";

interface BoardCardViewProps {
  card: BoardCard;
  stage: Stage;
  isDragged: boolean;
  selection: LeadSelection;
  moves: BoardMoves;
  onOpen: (leadId: number) => void;
  /** Opens a conversation with the lead of a card. */
  onChat: (card: BoardCard) => void;
}

/** Whether an event comes from the card itself: React also bubbles events of its menu, which is elsewhere on the page. */
const isWithin = ({ currentTarget, target }: SyntheticEvent) =>
  target instanceof Node && currentTarget.contains(target);

const STEPS: Record<string, { stages?: number; places?: number }> = {
  ArrowLeft: { stages: -1 },
  ArrowRight: { stages: 1 },
  ArrowUp: { places: -1 },
  ArrowDown: { places: 1 },
};

/** A lead on the board: opened with a click, moved by dragging it, by its menu or by Shift and the arrows. C opens the chat. */
export function BoardCardView({
  card,
  stage,
  isDragged,
  selection,
  moves,
  onOpen,
  onChat,
}: BoardCardViewProps) {
  const stages = useQuery(stageQueries.list()).data ?? [];
  const { setNodeRef, listeners = {} } = useDraggable({ id: card.id, data: { card } });
  const handlers = Object.entries(listeners).map(([name, handle]) => [
    name,
    (event: SyntheticEvent) => isWithin(event) && handle(event),
  ]);
  const face = useRef<HTMLButtonElement>(null);
  const { status, whatsapp, other_contacts } = card;
  const canChat = whatsapp !== null || other_contacts > 0;

  // The browser drops the focus of a card that it moves to another place.
  useEffect(() => {
    const isDropped = document.activeElement === document.body;
    if (moves.movedByKey.current === card.id && isDropped) face.current?.focus();
  });

  function onKeyDown(event: KeyboardEvent) {
    if (!isWithin(event)) return;
    const by = STEPS[event.key];
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === "c" && isPlain && canChat) {
      event.preventDefault();
      return onChat(card);
    }
    if (!by || !event.shiftKey || !isPlain) return;
    event.preventDefault();
    moves.step(card, by);
  }

  return (
    <li
      ref={setNodeRef}
      {...Object.fromEntries(handlers)}
      data-card={card.id}
      onKeyDown={onKeyDown}
      className={cn(
        "group/card relative touch-manipulation select-none rounded-lg border border-border bg-card p-3 pr-10 shadow-card [contain-intrinsic-size:auto_5rem] [content-visibility:auto] hover:border-input",
        isDragged && "opacity-40",
        selection.isSelected(String(card.id)) && "border-primary",
      )}
    >
      <button
        ref={face}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown C"
        onClick={() => onOpen(card.id)}
        className="block w-full rounded text-left after:absolute after:inset-0"
      >
        <CardFace card={card} restDays={stage.rest_days} />
      </button>
      <CardTask leadId={card.id} />
      {card.tag_ids.length > 0 && (
        <div className="mt-1.5">
          <TagChips ids={card.tag_ids} inline />
        </div>
      )}
      <span className="absolute top-1 right-1 z-10 flex flex-col items-center">
        <DropdownMenu
          align="end"
          entries={[
            { kind: "label", label: "Mover para…" },
            ...stages
              .filter(({ id }) => id !== card.stage_id)
              .map(({ id, name }) => ({
                kind: "action" as const,
                label: name,
                onSelect: () => moves.moveTo(card, id, 0),
              })),
            ...(canChat
              ? [
                  { kind: "separator" as const },
                  {
                    kind: "action" as const,
                    label: "Abrir conversa",
                    icon: MessageCircle,
                    onSelect: () => onChat(card),
                  },
                ]
              : []),
          ]}
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Ações de ${card.name}`}>
              <MoreHorizontal aria-hidden />
            </Button>
          }
        />
        <span
          className={cn(
            "-mt-1",
            selection.count === 0 &&
              "opacity-0 focus-within:opacity-100 group-hover/card:opacity-100 pointer-coarse:hidden",
          )}
        >
          <Checkbox
            label={`Selecionar ${card.name}`}
            checked={selection.isSelected(String(card.id))}
            onChange={(checked) => selection.select([String(card.id)], checked)}
          />
        </span>
      </span>
      {(status === "opted_out" || status === "failed") && (
        <span className="mt-1 block text-danger-text text-xs">{LEAD_STATUS_LABEL[status]}</span>
      )}
    </li>
  );
}

/** The lead's next task, if there is one. */
function CardTask({ leadId }: { leadId: number }) {
  const now = useNow();
  const { data: task } = useQuery(taskQueries.nextOf(leadId));
  if (!task) return null;
  const late = isOverdue(task, now);
  return (
    <p className="mt-1 flex min-w-0 items-center gap-1 text-xs">
      <TaskKindIcon kind={task.kind} />
      <span className="min-w-0 truncate">{task.what}</span>
      <span
        className={cn(
          "shrink-0 tabular-nums",
          late ? "font-medium text-danger-text" : "text-muted-foreground",
        )}
      >
        {late && <span className="sr-only">Atrasada: </span>}
        {nameDue(task, getSaoPauloDay(now)).toLowerCase()}
      </span>
    </p>
  );
}

/** The content of a lead's card. */
export function CardFace({ card, restDays }: { card: BoardCard; restDays: number | null }) {
  const now = useNow();
  const isLate = restsTooLong(card.staged_at, restDays, now);
  const place = [card.city, card.state].filter(Boolean).join("/");
  return (
    <>
      <span className="line-clamp-2 break-words font-medium text-sm">{card.name}</span>
      <span className="mt-1 flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
        {card.value_cents !== null && (
          <span className="font-medium text-foreground tabular-nums">
            {formatCents(card.value_cents)}
          </span>
        )}
        {place && <span className="min-w-0 truncate">{place}</span>}
        {card.last_contact_at && (
          <span className="inline-flex items-center gap-1">
            <MessageCircle className="size-3" aria-hidden />
            <span className="sr-only">Último contato: </span>
            {formatTimeAgo(card.last_contact_at, now)}
          </span>
        )}
        <span className={cn("inline-flex items-center gap-1", isLate && "text-danger-text")}>
          <Clock className="size-3" aria-hidden />
          <span className="sr-only">Nesta etapa: </span>
          {isLate ? describeRest(card.staged_at, now) : formatTimeAgo(card.staged_at, now)}
        </span>
        <SellerInitials id={card.seller_id} />
      </span>
    </>
  );
}
