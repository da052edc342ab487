import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call, upload } from "@/lib/api/client";
import {
  type Import,
  type ImportDetails,
  type ImportDraft,
  type ImportStart,
  imports,
} from "@/lib/contracts/leads/imports";
import { keepPickedFile } from "./picked-file";

/** Polling interval, a fallback for when the event stream is down. */
const RUNNING_REFETCH_MS = 5_000;

const isRunning = (status: Import["status"]) => status === "processing" || status === "undoing";

export const importQueries = {
  recent: () =>
    queryOptions({
      queryKey: [...queryKeys.imports, "recent"],
      queryFn: ({ signal }) => call(imports.recent, {}, { signal }),
      select: (answer) => answer.imports,
      refetchInterval: ({ state }) =>
        state.data?.imports.some(({ status }) => isRunning(status)) ? RUNNING_REFETCH_MS : false,
    }),
  draft: () =>
    queryOptions({
      queryKey: [...queryKeys.imports, "draft"],
      queryFn: ({ signal }) => call(imports.draft, {}, { signal }),
      select: (answer) => answer.draft,
      // A draft from another tab must not replace the choices made here.
      refetchOnWindowFocus: false,
    }),
  /** The own field that a column of a file could become. */
  column: (id: number, at: number) =>
    queryOptions({
      queryKey: [...queryKeys.imports, "column", id, at],
      queryFn: ({ signal }) => call(imports.column, { params: { id }, query: { at } }, { signal }),
      select: (answer) => answer.field,
      // A file does not change.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The effect of undoing an import, which changes with every lead that is worked on. */
  undo: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.imports, "undo", id],
      queryFn: ({ signal }) => call(imports.previewUndo, { params: { id } }, { signal }),
      select: (answer) => answer.undo,
      gcTime: 0,
    }),
};

/** Runs draft mutations one by one: the last choice wins, and none is saved after the start. */
const DRAFT_SCOPE = { id: "import-draft" };

/** The user's choices for the file: the line of its header, its sheet, and whether hidden rows are read. */
export interface UploadChoice {
  headerLine?: number | undefined;
  sheet?: string | undefined;
  withoutHidden?: boolean | undefined;
}

interface Upload {
  file: File;
  choice?: UploadChoice;
  onProgress: (part: number) => void;
  /** Called before the file's draft is shown. */
  onUploaded?: (uploaded: ImportDetails) => void;
}

type Draft = { id: number; body: z.input<typeof ImportDraft> };
type Start = { id: number; body: z.input<typeof ImportStart> };

export const importMutations = {
  upload: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({
        file,
        choice: { headerLine, sheet, withoutHidden } = {},
        onProgress,
      }: Upload) => {
        const query = {
          file_name: file.name.slice(-200),
          ...(headerLine && { header_line: headerLine }),
          ...(sheet && { sheet }),
          ...(withoutHidden && { hidden_rows: "skip" as const }),
        };
        return upload(imports.upload, { query }, file, onProgress);
      },
      onSuccess: (uploaded, { file, onUploaded }) => {
        keepPickedFile(uploaded.import.id, file);
        onUploaded?.(uploaded);
        cacheDraft(client, uploaded);
      },
    }),
  saveDraft: (client: QueryClient) =>
    mutationOptions({
      scope: DRAFT_SCOPE,
      mutationFn: ({ id, body }: Draft) => call(imports.saveDraft, { params: { id }, body }),
      // The choices stay in the browser and are sent again with the start.
      meta: { failure: null },
      onSuccess: (answer, { id, body }) => {
        const before = client.getQueryData(importQueries.draft().queryKey)?.draft;
        if (before?.import.id !== id) return;
        cacheDraft(client, {
          import: answer.import,
          file: {
            ...before.file,
            mapping: body.mapping,
            new_fields: (body.new_fields ?? []).map((field) => ({ choices: [], ...field })),
          },
        });
      },
    }),
  removeDraft: (client: QueryClient) =>
    mutationOptions({
      scope: DRAFT_SCOPE,
      mutationFn: (id: number) => call(imports.remove, { params: { id } }),
      onSuccess: () => cacheDraft(client, null),
      onError: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
    }),
  /** Deletes a draft that another one has replaced. If that fails, it expires by itself. */
  discard: (client: QueryClient) =>
    mutationOptions({
      scope: DRAFT_SCOPE,
      mutationFn: (id: number) => call(imports.remove, { params: { id } }),
      meta: { failure: null },
      onSettled: () => client.invalidateQueries({ queryKey: importQueries.recent().queryKey }),
    }),
  check: () =>
    mutationOptions({
      mutationFn: ({
        id,
        body,
      }: {
        id: number;
        body: Pick<Start["body"], "mapping" | "mode" | "new_fields">;
      }) => call(imports.check, { params: { id }, body }),
      meta: { failure: null },
    }),
  start: (client: QueryClient) =>
    mutationOptions({
      scope: DRAFT_SCOPE,
      mutationFn: ({ id, body }: Start) => call(imports.start, { params: { id }, body }),
      onSuccess: () => {
        cacheDraft(client, null);
        return Promise.all([
          client.invalidateQueries({ queryKey: queryKeys.imports }),
          client.invalidateQueries({ queryKey: queryKeys.lists }),
          // Own fields that the import created.
          client.invalidateQueries({ queryKey: queryKeys.leads }),
        ]);
      },
      // Another tab may have started it.
      onError: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
    }),
  undo: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(imports.undo, { params: { id } }),
      onSuccess: (answer) => updateCachedImport(client, answer.import),
      onError: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
    }),
  resume: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(imports.resume, { params: { id } }),
      onSuccess: (answer) => updateCachedImport(client, answer.import),
      onError: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
    }),
  stop: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(imports.stop, { params: { id } }),
      onSuccess: (answer) => updateCachedImport(client, answer.import),
      onError: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
    }),
};

/** Saves the draft while the page is being left: `keepalive` lets the request outlive it. */
export async function saveDraftOnLeaving({ id, body }: Draft): Promise<void> {
  await call(imports.saveDraft, { params: { id }, body }, { keepalive: true });
}

function cacheDraft(client: QueryClient, draft: ImportDetails | null): void {
  client.setQueryData(importQueries.draft().queryKey, { draft });
}

/** Updates an import in the cached list. A finished one also invalidates leads and lists. */
export function updateCachedImport(client: QueryClient, changed: Import): void {
  const { queryKey } = importQueries.recent();
  const cached = client.getQueryData(queryKey)?.imports;
  const before = cached?.find(({ id }) => id === changed.id);
  if (cached && before) {
    client.setQueryData(queryKey, {
      imports: cached.map((each) => (each.id === changed.id ? changed : each)),
    });
  } else void client.invalidateQueries({ queryKey: queryKeys.imports });
  if (isRunning(changed.status)) return;
  void client.invalidateQueries({ queryKey: queryKeys.leads });
  void client.invalidateQueries({ queryKey: queryKeys.lists });
}
