"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { CannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { cannedAnswerMutations, cannedAnswersQuery } from "./canned-answers.queries";
import { CannedFileName } from "./canned-file-name";

const CannedAnswerForm = lateDialog(
  async () => (await import("./canned-answer-form")).CannedAnswerForm,
);

export function CannedAnswersCard() {
  const answers = useQuery(cannedAnswersQuery());
  /** The one being edited; null for a new one. */
  const [edited, setEdited] = useState<CannedAnswer | null | undefined>();
  return (
    <Card aria-label="Respostas prontas">
      <CardHeader>
        <CardTitle>Respostas prontas</CardTitle>
        <Button variant="outline" size="sm" onClick={() => setEdited(null)}>
          <Plus aria-hidden />
          Nova resposta
        </Button>
      </CardHeader>
      <CardContent>
        {answers.isPending && <Skeleton className="h-12 w-full" />}
        {answers.isError && !answers.data && (
          <ErrorState
            title="Erro ao carregar as respostas prontas"
            onRetry={answers.refetch}
            retrying={answers.isFetching}
            className="py-6"
          />
        )}
        {answers.data?.length === 0 && (
          <p className="text-pretty text-muted-foreground">
            Guarde os textos que você mais repete. Na conversa, digite / e o atalho para usá-los.
          </p>
        )}
        <ul className="divide-y divide-border">
          {answers.data?.map((answer) => (
            <CannedAnswerItem key={answer.id} answer={answer} onEdit={() => setEdited(answer)} />
          ))}
        </ul>
      </CardContent>
      {edited !== undefined && (
        <CannedAnswerForm answer={edited} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

function CannedAnswerItem({ answer, onEdit }: { answer: CannedAnswer; onEdit: () => void }) {
  const client = useQueryClient();
  const removal = useMutation(cannedAnswerMutations.remove(client));
  const remove = () =>
    confirmToast(`Tem certeza que deseja excluir a resposta /${answer.shortcut}?`, () =>
      removal.mutate(answer.id, { onSuccess: () => notifySuccess("Resposta excluída.") }),
    );
  return (
    <li className="flex items-start gap-3 py-3 first:pt-1 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">/{answer.shortcut}</p>
        <p className="mt-0.5 line-clamp-2 whitespace-pre-line text-muted-foreground text-sm">
          {answer.text}
        </p>
        {answer.file && <CannedFileName name={answer.file.file_name} />}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Editar a resposta /${answer.shortcut}`}
        onClick={onEdit}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Excluir a resposta /${answer.shortcut}`}
        onClick={remove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
