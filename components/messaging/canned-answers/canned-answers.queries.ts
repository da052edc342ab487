import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call, endpointUrl, upload } from "@/lib/api/client";
import {
  CANNED_FILE_PATH,
  cannedAnswers,
  type NewCannedAnswer,
} from "@/lib/contracts/messaging/canned-answers";
import { toFileName } from "@/lib/domain/media/sent-media";
import { AppError } from "@/lib/errors";

export function cannedAnswersQuery() {
  return queryOptions({
    queryKey: queryKeys.cannedAnswers,
    queryFn: async ({ signal }) => (await call(cannedAnswers.list, {}, { signal })).canned_answers,
  });
}

interface SavedAnswer {
  id: number | null;
  answer: NewCannedAnswer;
  file: File | null | undefined;
  onSaved: (id: number) => void;
}

/** @throws AppError when it cannot be read */
export async function fetchCannedFile(id: number, fileName: string): Promise<File> {
  const response = await fetch(endpointUrl(CANNED_FILE_PATH, { id })).catch(() => null);
  if (!response?.ok) throw new AppError("unavailable");
  return new File([await response.blob()], fileName);
}

export const cannedAnswerMutations = {
  /**
   * Creates an answer without an id, changes the one with it, then sets its file: undefined keeps the file, null removes it.
   * `onSaved` receives the id before the file is sent: when that fails, the next try changes the answer instead of creating a second.
   */
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ id, answer, file, onSaved }: SavedAnswer) => {
        const saved =
          id === null
            ? await call(cannedAnswers.create, { body: answer })
            : await call(cannedAnswers.update, { params: { id }, body: answer });
        const params = { id: saved.canned_answer.id };
        onSaved(params.id);
        if (file === null) await call(cannedAnswers.removeFile, { params });
        if (!file) return;
        const query = { file_name: toFileName(file) };
        await upload(cannedAnswers.setFile, { params, query }, file, () => undefined);
      },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.cannedAnswers }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(cannedAnswers.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.cannedAnswers }),
    }),
};
