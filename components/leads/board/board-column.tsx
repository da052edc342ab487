"use client";

import { useDroppable } from "@dnd-kit/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { Fragment, useEffect, useRef } from "react";
import type { LeadFilterTexts } from "@/components/leads/leads/lead-params";
import { STAGE_TONE } from "@/components/leads/leads/stage-choice";
import type { LeadSelection } from "@/components/leads/leads/use-lead-selection";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { BoardCard, BoardColumn } from "@/lib/contracts/leads/board";
import type { Stage } from "@/lib/contracts/leads/stages";
import { countOf, formatCents, formatNumber } from "@/lib/format";
import { boardMutations } from "./board.queries";
import { BoardCardView } from "./board-card";
import type { BoardMoves } from "./use-board-moves";

/** Loads ahead of the scrolling. */
const AHEAD = "0px 0px 400px 0px";

interface BoardColumnViewProps {
  stage: Stage;
  column: BoardColumn;
  /** There are more matches than were counted. */
  capped: boolean;
  boardKey: QueryKey;
  filter: LeadFilterTexts;
  /** Where the dragged card would land; null while it is elsewhere. */
  dropIndex: number | null;
  draggedId: number | null;
  selection: LeadSelection;
  moves: BoardMoves;
  onOpen: (leadId: number) => void;
  /** Opens a conversation with the lead of a card. */
  onChat: (card: BoardCard) => void;
}

/** A stage with its cards, as far as they are loaded. */
export function BoardColumnView(props: BoardColumnViewProps) {
  const { stage, column, capped, boardKey, filter, dropIndex, draggedId } = props;
  const list = useRef<HTMLUListElement>(null);
  const { setNodeRef, isOver } = useDroppable({
    id: `stage-${stage.id}`,
    data: { stageId: stage.id, list },
  });
  const others = column.cards.filter(({ id }) => id !== draggedId);
  const lineBefore = dropIndex === null ? undefined : (others[dropIndex]?.id ?? "end");
  return (
    <section
      ref={setNodeRef}
      aria-label={`${stage.name}: ${countOf(column.total, "lead", "leads")}`}
      className={cn(
        "flex w-[17rem] shrink-0 snap-start flex-col rounded-xl border border-border bg-background max-md:w-[82vw] h-full",
        isOver && "border-input bg-accent",
      )}
    >
      <header className="flex shrink-0 items-center gap-2 px-3 pt-3 pb-2">
        <h2 className="min-w-0">
          <Badge tone={STAGE_TONE[stage.colour]} className="max-w-full">
            <span className="truncate">{stage.name}</span>
          </Badge>
        </h2>
        <span className="text-muted-foreground text-sm tabular-nums">
          {formatNumber(column.total)}
          {capped && "+"}
        </span>
        {column.value_cents > 0 && (
          <span className="ml-auto text-muted-foreground text-xs tabular-nums">
            {formatCents(column.value_cents)}
          </span>
        )}
      </header>
      <ul ref={list} className="relative min-h-24 flex-1 space-y-2 overflow-y-auto px-2 pb-2">
        {column.cards.map((card) => (
          <Fragment key={card.id}>
            {lineBefore === card.id && <DropLine />}
            <BoardCardView {...props} card={card} isDragged={card.id === draggedId} />
          </Fragment>
        ))}
        {lineBefore === "end" && <DropLine />}
        {column.total === 0 && dropIndex === null && (
          <li className="px-2 py-6 text-center text-muted-foreground text-sm">Nenhum lead aqui.</li>
        )}
        {column.next && <MoreCards column={column} boardKey={boardKey} filter={filter} />}
      </ul>
    </section>
  );
}

function DropLine() {
  return <li aria-hidden className="h-0.5 rounded-full bg-primary" />;
}

type MoreCardsProps = Pick<BoardColumnViewProps, "column" | "boardKey" | "filter">;

/** Loads the next cards when it comes into view; the button is for keyboards, and after a failure. */
function MoreCards({ column, boardKey, filter }: MoreCardsProps) {
  const client = useQueryClient();
  const { mutate, isPending, isError } = useMutation(
    boardMutations.loadMore(client, boardKey, filter),
  );
  const mark = useRef<HTMLLIElement>(null);
  const latest = useRef(column);
  latest.current = column;
  const { next } = column;
  useEffect(() => {
    const element = mark.current;
    if (!element || next === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        // Once for each page: the next page starts a new observer.
        observer.disconnect();
        mutate(latest.current);
      },
      { root: element.parentElement, rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [next, mutate]);
  return (
    <li ref={mark} className="flex justify-center">
      <Button variant="ghost" size="sm" loading={isPending} onClick={() => mutate(column)}>
        {isError ? (
          <span role="alert" className="text-danger-text">
            Erro ao carregar. Tentar novamente
          </span>
        ) : (
          "Carregar mais"
        )}
      </Button>
    </li>
  );
}
