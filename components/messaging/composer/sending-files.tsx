"use client";

import { useQuery } from "@tanstack/react-query";
import { uploadProgressQuery } from "@/components/messaging/chat/upload-progress.queries";
import { Progress } from "@/components/ui/progress";
import type { SentMessage } from "./use-send";

/** The upload progress of this conversation's files. */
export function SendingFiles({ submissions }: { submissions: SentMessage[] }) {
  const uploading = submissions.filter(({ file, pending }) => file && pending);
  const sent = useQuery(uploadProgressQuery()).data;
  const [first] = uploading;
  if (!first?.file) return null;
  const part = sent[first.file.id] ?? 0;
  const label =
    uploading.length === 1
      ? `Enviando ${first.file.name}`
      : `Enviando ${uploading.length} arquivos`;
  return (
    <div className="shrink-0 border-border border-t bg-card px-4 py-2 text-[0.8125rem]">
      <p role="status" className="mb-1 truncate text-muted-foreground">
        {label}…
      </p>
      <Progress value={part} label={`Envio de ${first.file.name}`} />
    </div>
  );
}
