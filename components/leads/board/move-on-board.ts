import type { BoardCard, BoardColumn } from "@/lib/contracts/leads/board";

/** The destination of a card: a stage, and the neighbours it lands between; the top without both. */
export interface BoardMove {
  cardId: number;
  stageId: number;
  afterId?: number | undefined;
  beforeId?: number | undefined;
  lossReasonId?: number | null | undefined;
}

interface Columns {
  columns: BoardColumn[];
}

/** The position of a card: its stage and the cards above and below it; null when it is not loaded. */
export function findSpot(board: Columns, cardId: number): Omit<BoardMove, "cardId"> | null {
  for (const { stage_id, cards } of board.columns) {
    const at = cards.findIndex(({ id }) => id === cardId);
    if (at >= 0) {
      return {
        stageId: stage_id,
        afterId: cards[at - 1]?.id,
        beforeId: cards[at + 1]?.id,
        lossReasonId: cards[at]?.loss_reason_id ?? undefined,
      };
    }
  }
  return null;
}

/** The neighbours of a place among the other cards of a column. */
export function spotAt(
  board: Columns,
  cardId: number,
  stageId: number,
  index: number,
): Omit<BoardMove, "cardId"> {
  const others = listOthers(board, cardId, stageId);
  return { stageId, afterId: others[index - 1]?.id, beforeId: others[index]?.id };
}

/** The cards of a column without the one that is moved. */
function listOthers(board: Columns, cardId: number, stageId: number): BoardCard[] {
  const column = board.columns.find(({ stage_id }) => stage_id === stageId);
  return (column?.cards ?? []).filter(({ id }) => id !== cardId);
}

/** The board after a move, with its counts and sums. */
export function moveOnBoard<B extends Columns>(board: B, move: BoardMove): B {
  const card = board.columns.flatMap(({ cards }) => cards).find(({ id }) => id === move.cardId);
  if (!card) return board;
  const worth = card.value_cents ?? 0;
  const leaves = card.stage_id !== move.stageId;
  const moved = leaves
    ? { ...card, stage_id: move.stageId, staged_at: new Date().toISOString() }
    : card;
  return {
    ...board,
    columns: board.columns.map((column) => {
      const { stage_id, total, value_cents } = column;
      const others = column.cards.filter(({ id }) => id !== card.id);
      if (stage_id === move.stageId) {
        const cards = insert(others, moved, move);
        return leaves
          ? { ...column, cards, total: total + 1, value_cents: value_cents + worth }
          : { ...column, cards };
      }
      if (stage_id !== card.stage_id) return column;
      return { ...column, cards: others, total: total - 1, value_cents: value_cents - worth };
    }),
  };
}

function insert(cards: BoardCard[], card: BoardCard, { afterId, beforeId }: BoardMove) {
  const above = cards.findIndex(({ id }) => id === afterId);
  const below = cards.findIndex(({ id }) => id === beforeId);
  const at = above >= 0 ? above + 1 : Math.max(below, 0);
  return cards.toSpliced(at, 0, card);
}
