"use client";

import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { ChatMedia, ChatMessage } from "@/lib/contracts/messaging/chat";
import { formatDuration } from "@/lib/domain/media/media-labels";
import { getMediaUrl } from "./media.queries";

const STEP_S = 0.1;

/** Only one sound at a time. */
let playing: HTMLAudioElement | null = null;

interface AudioPlayerProps {
  message: ChatMessage;
  media: ChatMedia;
}

/** Plays a sound in place. The position is a slider: the arrows move it, and it says the time. */
export function AudioPlayer({ message, media }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(media.seconds ?? 0);
  const label = message.kind === "voice" ? "mensagem de voz" : "áudio";

  useEffect(() => {
    const element = audio.current;
    return () => element?.pause();
  }, []);

  function toggle() {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    element.play().catch((error: unknown) => {
      // Paused before it began.
      if (error instanceof DOMException && error.name === "AbortError") return;
      notifyError("Não foi possível tocar o áudio", {
        description: "Baixe o arquivo para ouvi-lo.",
      });
    });
  }

  function onPlay() {
    if (playing !== audio.current) playing?.pause();
    playing = audio.current;
    setIsPlaying(true);
  }

  function seek(to: number) {
    setPosition(to);
    if (audio.current) audio.current.currentTime = to;
  }

  return (
    <div className="flex w-64 max-w-full items-center gap-2 py-0.5">
      {/* biome-ignore lint/a11y/useMediaCaption: what a person said has no captions */}
      <audio
        ref={audio}
        src={getMediaUrl(message.id)}
        preload="none"
        onPlay={onPlay}
        onPause={() => setIsPlaying(false)}
        onEnded={() => {
          setIsPlaying(false);
          setPosition(0);
        }}
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
        // A recording that is still being measured is endless.
        onDurationChange={({ currentTarget }) =>
          Number.isFinite(currentTarget.duration) && setDuration(currentTarget.duration)
        }
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${isPlaying ? "Pausar" : "Tocar"} ${label}`}
        onClick={toggle}
        className="rounded-full text-current hover:bg-current/10 hover:text-current"
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <input
        type="range"
        aria-label={`Posição da ${label === "áudio" ? "gravação" : label}`}
        aria-valuetext={`${formatDuration(position)} de ${formatDuration(duration)}`}
        min={0}
        max={Math.max(duration, STEP_S)}
        step={STEP_S}
        value={Math.min(position, duration)}
        onChange={({ target }) => seek(Number(target.value))}
        className="h-8 min-w-0 flex-1 cursor-pointer accent-current"
      />
      <span className="min-w-9 text-right text-xs tabular-nums">
        {formatDuration(isPlaying || position > 0 ? position : duration)}
      </span>
    </div>
  );
}
