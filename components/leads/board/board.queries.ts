import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type { LeadFilterTexts } from "@/components/leads/leads/lead-params";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type BoardColumn, board } from "@/lib/contracts/leads/board";
import { type BoardMove, moveOnBoard } from "./move-on-board";

/** A board that was scrolled far is read again from its top, with at most this many pages per column. */
const MOST_PAGES_AGAIN = 5;

export interface Board {
  columns: BoardColumn[];
  capped: boolean;
}

export function boardQuery(client: QueryClient, filter: LeadFilterTexts) {
  const queryKey = [...queryKeys.leads, "board", filter];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Board> => {
      const known = client.getQueryData<Board>(queryKey);
      const shown = await call(board.show, { query: filter }, { signal });
      // Cards that the user scrolled to stay in view when something changes.
      const columns = await Promise.all(
        shown.columns.map(async (column) => {
          const before = known?.columns.find(({ stage_id }) => stage_id === column.stage_id);
          let filled: BoardColumn = column;
          for (let page = 1; page < MOST_PAGES_AGAIN; page += 1) {
            if (filled.cards.length >= (before?.cards.length ?? 0) || filled.next === null) break;
            filled = addPage(filled, await fetchPage(filter, filled, signal));
          }
          return filled;
        }),
      );
      return { ...shown, columns };
    },
    placeholderData: keepPreviousData,
  });
}

export const boardMutations = {
  loadMore: (client: QueryClient, queryKey: QueryKey, filter: LeadFilterTexts) =>
    mutationOptions({
      mutationFn: (column: BoardColumn) => fetchPage(filter, column),
      meta: { failure: null },
      onSuccess: (page, { stage_id, next }) =>
        client.setQueryData<Board>(queryKey, (known) =>
          known
            ? {
                ...known,
                columns: known.columns.map((column) =>
                  // Unless the column was read again meanwhile.
                  column.stage_id === stage_id && column.next === next
                    ? addPage(column, page)
                    : column,
                ),
              }
            : known,
        ),
    }),
  /** Shows the card in its new place at once, and in its old one if the move is refused. */
  move: (client: QueryClient, queryKey: QueryKey) =>
    mutationOptions({
      mutationKey: ["move-lead"],
      mutationFn: ({ cardId, stageId, afterId, beforeId, lossReasonId }: BoardMove) =>
        call(board.move, {
          params: { id: cardId },
          body: {
            stage_id: stageId,
            ...(afterId !== undefined && { after_id: afterId }),
            ...(afterId === undefined && beforeId !== undefined && { before_id: beforeId }),
            ...(lossReasonId !== undefined && { loss_reason_id: lossReasonId }),
          },
        }),
      // One after the other: each move names its neighbours.
      scope: { id: "move-lead" },
      onMutate: async (move) => {
        await client.cancelQueries({ queryKey });
        const before = client.getQueryData<Board>(queryKey);
        if (before) client.setQueryData(queryKey, moveOnBoard(before, move));
        return { before };
      },
      onError: (_error, _move, context) => {
        if (context?.before) client.setQueryData(queryKey, context.before);
      },
      onSettled: () => {
        if (client.isMutating({ mutationKey: ["move-lead"] }) > 1) return;
        return client.invalidateQueries({ queryKey: queryKeys.leads });
      },
    }),
};

function fetchPage(filter: LeadFilterTexts, column: BoardColumn, signal?: AbortSignal) {
  return call(
    board.column,
    {
      params: { id: column.stage_id },
      query: { ...filter, ...(column.next && { after: column.next }) },
    },
    signal ? { signal } : {},
  );
}

function addPage(
  column: BoardColumn,
  page: { cards: BoardColumn["cards"]; next: string | null },
): BoardColumn {
  const known = new Set(column.cards.map(({ id }) => id));
  const added = page.cards.filter(({ id }) => !known.has(id));
  return { ...column, cards: [...column.cards, ...added], next: page.next };
}
