"use client";

import { FileAudio, FileText, Film, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Attachment } from "@/components/messaging/chat/attachment.queries";
import { Button } from "@/components/ui/button";
import { formatBytes } from "@/lib/domain/media/media-labels";
import type { SentMediaKind } from "@/lib/domain/media/sent-media";
import { countOf } from "@/lib/format";

interface AttachmentTrayProps {
  files: Attachment[];
  onRemove: (id: string) => void;
}

/** The files that will be sent, above the input. */
export function AttachmentTray({ files, onRemove }: AttachmentTrayProps) {
  return (
    <section aria-label="Arquivos para enviar" className="mb-2">
      <p role="status" className="sr-only">
        {countOf(files.length, "arquivo para enviar", "arquivos para enviar")}
      </p>
      <ul className="relative flex max-h-48 flex-wrap gap-2 overflow-y-auto">
        {files.map((attachment) => (
          <li
            key={attachment.id}
            className="flex w-full items-center gap-2 rounded-lg border border-border bg-muted p-1.5 @2xl:w-72"
          >
            <Preview attachment={attachment} />
            <div className="min-w-0 flex-1 text-[0.8125rem]">
              <p className="truncate font-medium" title={attachment.name}>
                {attachment.name}
              </p>
              {attachment.refusal === null ? (
                <p className="text-muted-foreground">{formatBytes(attachment.file.size)}</p>
              ) : (
                <p role="alert" className="text-danger-text">
                  {attachment.refusal}
                </p>
              )}
            </div>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remover ${attachment.name}`}
              onClick={() => onRemove(attachment.id)}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ICONS: Record<SentMediaKind, typeof FileText> = {
  image: FileText,
  video: Film,
  audio: FileAudio,
  document: FileText,
};

function Preview({ attachment }: { attachment: Attachment }) {
  if (attachment.width !== null) return <Thumbnail file={attachment.file} />;
  const Icon = ICONS[attachment.kind];
  return (
    <span className="grid size-12 shrink-0 place-content-center rounded-md bg-card">
      <Icon className="size-5 text-muted-foreground" aria-hidden />
    </span>
  );
}

const THUMBNAIL_PX = 96;

/** Drawn on a canvas, because the page's policy allows no address for a local file. */
function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let left = false;
    createImageBitmap(file).then(
      (bitmap) => {
        if (!left && canvas.current) drawCovering(canvas.current, bitmap);
        bitmap.close();
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [file]);
  return (
    <canvas
      ref={canvas}
      width={THUMBNAIL_PX}
      height={THUMBNAIL_PX}
      aria-hidden
      className="size-12 shrink-0 rounded-md bg-card"
    />
  );
}

/** Fills the square and crops what is beyond. */
function drawCovering(canvas: HTMLCanvasElement, bitmap: ImageBitmap) {
  const side = Math.min(bitmap.width, bitmap.height);
  const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  canvas.getContext("2d")?.drawImage(bitmap, x, y, side, side, 0, 0, THUMBNAIL_PX, THUMBNAIL_PX);
}
