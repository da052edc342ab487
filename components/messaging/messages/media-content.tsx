import { Download, FileText } from "lucide-react";
import type { ChatMedia, ChatMessage } from "@/lib/contracts/messaging/chat";
import { formatBytes, getNameEnding } from "@/lib/domain/media/media-labels";
import { describeKind } from "@/lib/domain/messages/message-kind";
import { AudioPlayer } from "./audio-player";
import { getMediaUrl } from "./media.queries";
import { getMediaBox } from "./media-box";
import { MediaState } from "./media-state";
import { Photo, Sticker } from "./photo";

interface MediaContentProps {
  message: ChatMessage;
  media: ChatMedia;
}

/** The file of a message: shown or played in place where the page can, otherwise to be downloaded. */
export function MediaContent({ message, media }: MediaContentProps) {
  const { kind } = message;
  const isPicture = kind === "image" || kind === "video";
  if (media.state !== "stored") {
    return (
      <MediaState message={message} media={media} {...(isPicture && { box: getMediaBox(media) })} />
    );
  }
  const type = media.shown ? media.mime?.split("/")[0] : undefined;
  if (kind === "image" && type === "image") return <Photo message={message} media={media} />;
  if (kind === "sticker" && type === "image") return <Sticker message={message} />;
  if (kind === "video" && type === "video") return <Video message={message} media={media} />;
  if ((kind === "audio" || kind === "voice") && type === "audio") {
    return <AudioPlayer message={message} media={media} />;
  }
  return <Document message={message} media={media} />;
}

function Video({ message, media }: MediaContentProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: what a person recorded has no captions
    <video
      src={getMediaUrl(message.id)}
      controls
      playsInline
      preload="metadata"
      aria-label={message.sender === "me" ? "Vídeo enviado" : "Vídeo recebido"}
      style={getMediaBox(media)}
      className="rounded-xl bg-current/8 object-contain"
    />
  );
}

function Document({ message, media }: MediaContentProps) {
  const name = media.fileName ?? describeKind(message.kind);
  const facts = [getNameEnding(media.fileName), media.bytes ? formatBytes(media.bytes) : null];
  return (
    <a
      href={getMediaUrl(message.id, { download: true })}
      download
      className="flex min-h-14 w-72 max-w-full items-center gap-3 rounded-xl bg-current/8 px-3 py-2 hover:bg-current/12"
    >
      <FileText className="size-6 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere line-clamp-2 font-medium">{name}</span>
        <span className="block text-xs">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      <Download className="size-4 shrink-0" aria-label="Baixar" />
    </a>
  );
}
