"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { rememberChange } from "@/components/shared/state/undo-stack";
import type { BoardCard } from "@/lib/contracts/leads/board";
import type { Stage } from "@/lib/contracts/leads/stages";
import { type Board, boardMutations } from "./board.queries";
import { type BoardMove, findSpot, spotAt } from "./move-on-board";

/** Moves cards, announces where they land, asks for the reason of a loss, and undoes moves. */
export function useBoardMoves(boardKey: QueryKey, stages: readonly Stage[]) {
  const client = useQueryClient();
  const { mutate, mutateAsync } = useMutation(boardMutations.move(client, boardKey));
  const [losing, setLosing] = useState<{ card: BoardCard; move: BoardMove } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  /** The card that was moved last by a key: it keeps the focus. */
  const movedByKey = useRef<number | null>(null);

  const readBoard = () => client.getQueryData<Board>(boardKey);

  function undo(move: BoardMove) {
    mutate(move);
    setAnnouncement("Movimento desfeito.");
  }

  function perform(card: BoardCard, move: BoardMove) {
    const board = readBoard();
    const from = board && findSpot(board, card.id);
    if (!from) return;
    const stage = stages.find(({ id }) => id === move.stageId);
    const change = rememberChange(() => undo({ cardId: card.id, ...from }));
    mutateAsync(move).catch(change.forget);
    const place = describePlace(readBoard(), move);
    setAnnouncement(`${card.name}: ${stage?.name ?? "etapa"}${place}.`);
    if (from.stageId !== move.stageId) {
      notifySuccess(`${card.name} → ${stage?.name}`, {
        id: "board-move",
        action: { label: "Desfazer", onClick: change.undo },
      });
    }
  }

  function moveTo(card: BoardCard, stageId: number, index: number) {
    const board = readBoard();
    const from = board && findSpot(board, card.id);
    if (!from) return;
    const spot = spotAt(board, card.id, stageId, index);
    const stays = from.stageId === stageId && from.afterId === spot.afterId;
    if (stays) return;
    const move = { cardId: card.id, ...spot };
    const stage = stages.find(({ id }) => id === stageId);
    if (stage?.meaning === "lost" && from.stageId !== stageId) setLosing({ card, move });
    else perform(card, move);
  }

  /** Moves a card to the top of the stage so many to the right (or left), or by so many places down (or up). */
  function step(card: BoardCard, by: { stages?: number; places?: number }) {
    const board = readBoard();
    const column = board?.columns.find(({ stage_id }) => stage_id === card.stage_id);
    if (!board || !column) return;
    movedByKey.current = card.id;
    if (by.stages) {
      const at = stages.findIndex(({ id }) => id === card.stage_id);
      const next = stages[at + by.stages];
      if (next) moveTo(card, next.id, 0);
      return;
    }
    const at = column.cards.findIndex(({ id }) => id === card.id) + (by.places ?? 0);
    if (at >= 0 && at < column.cards.length) moveTo(card, card.stage_id, at);
  }

  return {
    moveTo,
    step,
    movedByKey,
    announcement,
    losing,
    finishLosing: (lossReasonId: number | null) => {
      if (losing) perform(losing.card, { ...losing.move, lossReasonId });
      setLosing(null);
    },
    cancelLosing: () => setLosing(null),
  };
}

export type BoardMoves = ReturnType<typeof useBoardMoves>;

function describePlace(board: Board | undefined, move: BoardMove): string {
  const column = board?.columns.find(({ stage_id }) => stage_id === move.stageId);
  if (!column) return "";
  const above = column.cards.findIndex(({ id }) => id === move.afterId);
  return `, posição ${above + 2} de ${Math.max(column.total, above + 2)}`;
}
