import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { detectMediaType, SIGNATURE_BYTES } from "@/lib/domain/media/media-type";
import {
  describeRefusedFile,
  SENT_FILES_AT_ONCE,
  type SentMediaKind,
  toFileName,
  toSentMediaKind,
} from "@/lib/domain/media/sent-media";

/** A file that is about to be sent. */
export interface Attachment {
  id: string;
  file: File;
  name: string;
  /** Its type by its content, as the server will detect it. */
  mime: string;
  kind: SentMediaKind;
  width: number | null;
  height: number | null;
  /** The reason why it cannot be sent. */
  refusal: string | null;
}

/** The files chosen in a conversation, kept like its draft while the page is open. */
export function attachmentsQuery(chatKey: string) {
  return queryOptions({
    queryKey: [...queryKeys.chat, "attachments", chatKey],
    queryFn: (): Attachment[] => [],
    enabled: false,
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Adds files; returns how many there was no room for. */
export function addAttachments(
  client: QueryClient,
  chatKey: string,
  added: readonly Attachment[],
): number {
  const { queryKey } = attachmentsQuery(chatKey);
  const before = client.getQueryData(queryKey) ?? [];
  const room = Math.max(0, SENT_FILES_AT_ONCE - before.length);
  client.setQueryData(queryKey, [...before, ...added.slice(0, room)]);
  return Math.max(0, added.length - room);
}

export function setAttachments(client: QueryClient, chatKey: string, files: Attachment[]): void {
  client.setQueryData(attachmentsQuery(chatKey).queryKey, files);
}

let chosen = 0;

/** Detects the type of a file. Never throws: an unreadable file is refused with a reason. */
export async function readAttachment(file: File): Promise<Attachment> {
  chosen += 1;
  const name = toFileName(file);
  const attachment = { id: `file-${chosen}`, file, name, width: null, height: null };
  try {
    const head = await file.slice(0, SIGNATURE_BYTES).arrayBuffer();
    const mime = detectMediaType(new Uint8Array(head));
    const kind = toSentMediaKind(mime);
    const refusal = describeRefusedFile(kind, file.size);
    const size = kind === "image" && refusal === null ? await measure(file) : {};
    return { ...attachment, mime, kind, refusal, ...size };
  } catch {
    // A folder, or a file that was removed.
    const refusal = "Não foi possível ler este arquivo.";
    return { ...attachment, mime: "", kind: "document", refusal };
  }
}

/** A picture that the browser cannot show has no size. */
async function measure(file: File): Promise<{ width?: number; height?: number }> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return {};
  }
}
