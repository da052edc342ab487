"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { getMediaUrl } from "./media.queries";

interface PhotoDialogProps {
  message: ChatMessage;
  label: string;
  onClose: () => void;
}

/** A picture as large as the window allows. */
export function PhotoDialog({ message, label, onClose }: PhotoDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined} className="w-fit max-w-[calc(100vw-2rem)] p-3">
        <DialogTitle className="px-1 pb-2 text-base">{label}</DialogTitle>
        {/* biome-ignore lint/performance/noImgElement: a private file, which no image server may keep */}
        <img
          src={getMediaUrl(message.id)}
          alt={message.content ?? label}
          className="mx-auto max-h-[calc(100dvh-10rem)] rounded-lg object-contain"
        />
        <div className="flex justify-end pt-2">
          <Button asChild variant="outline" size="sm">
            <a href={getMediaUrl(message.id, { download: true })} download>
              <Download aria-hidden />
              Baixar
            </a>
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
