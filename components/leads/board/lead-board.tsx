"use client";

import {
  type Active,
  type Announcements,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { LeadFilterTexts } from "@/components/leads/leads/lead-params";
import { LossReasonDialog } from "@/components/leads/leads/loss-reason-dialog";
import { stageQueries } from "@/components/leads/leads/stages.queries";
import type { LeadSelection } from "@/components/leads/leads/use-lead-selection";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { BoardCard } from "@/lib/contracts/leads/board";
import { errorText } from "@/lib/error-text";
import { boardQuery } from "./board.queries";
import { CardFace } from "./board-card";
import { BoardColumnView } from "./board-column";
import { useBoardMoves } from "./use-board-moves";

interface LeadBoardProps {
  filter: LeadFilterTexts;
  selection: LeadSelection;
  onOpen: (leadId: number) => void;
  /** Opens a conversation with the lead of a card. */
  onChat: (card: BoardCard) => void;
}

interface Target {
  stageId: number;
  index: number;
}

/** The leads of a filter by stage. Cards are dragged, moved by a menu, or by Shift and the arrows. */
export function LeadBoard({ filter, selection, onOpen, onChat }: LeadBoardProps) {
  const client = useQueryClient();
  const options = boardQuery(client, filter);
  const board = useQuery(options);
  const stages = useQuery(stageQueries.list());
  const moves = useBoardMoves(options.queryKey, stages.data ?? []);
  const [dragged, setDragged] = useState<BoardCard | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that only scrolls moves at once.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );

  const onDragMove = useCallback((event: DragMoveEvent) => {
    const next = findTarget(event);
    setTarget((known) =>
      known?.stageId === next?.stageId && known?.index === next?.index ? known : next,
    );
  }, []);

  function drop() {
    if (dragged && target) moves.moveTo(dragged, target.stageId, target.index);
    stop();
  }
  function stop() {
    setDragged(null);
    setTarget(null);
  }

  if (board.isError && !board.data) {
    return (
      <ErrorState
        title="Não foi possível carregar o quadro"
        detail={errorText(board.error)}
        onRetry={board.refetch}
        retrying={board.isFetching}
      />
    );
  }
  const columns = board.data?.columns.flatMap((column) => {
    const stage = stages.data?.find(({ id }) => id === column.stage_id);
    return stage ? [{ stage, column }] : [];
  });
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        onDragStart={({ active }) =>
          setDragged((active.data.current?.["card"] ?? null) as BoardCard)
        }
        onDragMove={onDragMove}
        onDragEnd={drop}
        onDragCancel={stop}
        accessibility={{ screenReaderInstructions: { draggable: HOW_TO_MOVE }, announcements }}
      >
        {/* A fixed height on a phone too: a column that grew with its cards would load all of them. */}
        <section
          aria-label="Quadro de leads"
          aria-busy={board.isPlaceholderData}
          className="-mx-4 flex h-[calc(100dvh-9rem)] min-h-[24rem] snap-x gap-3 overflow-x-auto px-4 pb-2 md:-mx-6 md:h-auto md:min-h-0 md:flex-1 md:snap-none md:px-6 rail:-mx-8 rail:px-8"
        >
          {columns?.map(({ stage, column }) => (
            <BoardColumnView
              key={stage.id}
              stage={stage}
              column={column}
              capped={board.data?.capped ?? false}
              boardKey={options.queryKey}
              filter={filter}
              dropIndex={target?.stageId === stage.id ? target.index : null}
              draggedId={dragged?.id ?? null}
              selection={selection}
              moves={moves}
              onOpen={onOpen}
              onChat={onChat}
            />
          )) ?? <Loading />}
        </section>
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <div className="w-[17rem] rotate-1 rounded-lg border border-input bg-card p-3 shadow-popover">
              <CardFace card={dragged} restDays={null} />
            </div>
          )}
        </DragOverlay>
      </DndContext>
      <p className="sr-only" role="status">
        {moves.announcement}
      </p>
      {moves.losing && (
        <LossReasonDialog onChoose={moves.finishLosing} onClose={() => moves.cancelLosing()} />
      )}
    </>
  );
}

const HOW_TO_MOVE =
  "Use Shift com as setas para mover o cartão: para os lados, de etapa; para cima e para baixo, dentro dela. O menu do cartão também move.";

const nameOf = ({ data }: Active) => (data.current?.["card"] as BoardCard | undefined)?.name;
/** The code that moves a card announces where it lands. */
const announcements: Announcements = {
  onDragStart: ({ active }) => `${nameOf(active)}: arrastando.`,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: ({ active }) => `${nameOf(active)}: de volta ao seu lugar.`,
};

/** The column under the pointer, and the place among its other cards that the pointer's height gives. */
function findTarget({ active, over, activatorEvent, delta }: DragMoveEvent): Target | null {
  const stageId = over?.data.current?.["stageId"] as number | undefined;
  const list = over?.data.current?.["list"] as { current: HTMLElement | null } | undefined;
  if (stageId === undefined || !list?.current) return null;
  const start =
    "touches" in activatorEvent ? (activatorEvent as TouchEvent).touches[0] : activatorEvent;
  const y = ((start as MouseEvent | Touch | undefined)?.clientY ?? 0) + delta.y;
  const cards = [...list.current.querySelectorAll<HTMLElement>("[data-card]")].filter(
    (card) => card.dataset["card"] !== String(active.id),
  );
  const index = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { stageId, index: index < 0 ? cards.length : index };
}

function Loading() {
  return Array.from({ length: 5 }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <div key={at} className="w-[17rem] shrink-0 space-y-2" aria-hidden>
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  ));
}
