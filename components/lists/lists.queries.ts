import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { lists } from "@/lib/contracts/lists";

const MOST_CHOICES = 200;

export const listKeys = { all: ["lists"] as const };

export const listQueries = {
  /** The latest lists by name, for whoever must choose one. */
  choices: () =>
    queryOptions({
      queryKey: [...listKeys.all, "choices"],
      queryFn: ({ signal }) => call(lists.list, { query: { per_page: MOST_CHOICES } }, { signal }),
      select: (answer) => answer.lists,
      placeholderData: keepPreviousData,
    }),
};
