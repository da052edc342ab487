import { type QueryClient, queryOptions } from "@tanstack/react-query";

/** The part sent of each file that is being uploaded, 0 to 1. */
export function uploadProgressQuery() {
  return queryOptions({
    queryKey: ["upload-progress"],
    queryFn: (): Record<string, number> => ({}),
    enabled: false,
    initialData: {},
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Null once it is over. */
export function setUploadProgress(client: QueryClient, id: string, part: number | null): void {
  client.setQueryData(uploadProgressQuery().queryKey, (before = {}) => {
    const { [id]: _, ...others } = before;
    return part === null ? others : { ...others, [id]: part };
  });
}
