"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Lock, Trash2 } from "lucide-react";
import { memo } from "react";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { useTeam } from "@/components/session/team.queries";
import { confirmToast } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { ConversationNote } from "@/lib/contracts/messaging/chat-notes";
import { formatMessageTime } from "@/lib/domain/messages/chat-times";
import { labelPeople, splitMentions } from "@/lib/domain/messages/note-mentions";
import { noteMutations } from "./notes.queries";

interface NoteBubbleProps {
  note: ConversationNote;
  contactNumber: string;
}

/** A note between the messages, which nobody takes for one. */
export const NoteBubble = memo(function NoteBubble({ note, contactNumber }: NoteBubbleProps) {
  const manages = useCan("manager");
  const isMine = useSessionUser().id === note.person_id;
  const author = isMine ? "Você" : (note.author ?? "Quem saiu da equipe");
  return (
    <li className="group flex justify-end gap-1" data-note={note.id}>
      {(isMine || manages) && <NoteActions id={note.id} contactNumber={contactNumber} />}
      <div className="w-fit min-w-0 max-w-[85%] rounded-2xl border border-primary border-dashed bg-primary-soft px-3 pt-2 pb-1.5 text-foreground @2xl:max-w-[75%]">
        <p className="flex items-center gap-1.5 font-medium text-primary-text text-xs">
          <Lock className="size-3 shrink-0" aria-hidden />
          <span className="min-w-0 truncate">Nota interna · {author}</span>
        </p>
        <NoteText note={note} />
        <p className="mt-0.5 text-right text-[0.6875rem] text-primary-text leading-4">
          <time dateTime={note.created_at} className="tabular-nums">
            {formatMessageTime(note.created_at)}
          </time>
        </p>
      </div>
    </li>
  );
});

function NoteText({ note: { text, mentions } }: { note: ConversationNote }) {
  const { people } = useTeam();
  const named = labelPeople(people).filter(({ id }) => mentions.includes(id));
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {splitMentions(text, named).map(({ text: part, personId }, index) =>
        personId === null ? (
          part
        ) : (
          <strong
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have only their place
            key={index}
            className="rounded-sm bg-primary px-0.5 font-semibold text-primary-foreground"
          >
            {part}
          </strong>
        ),
      )}
    </p>
  );
}

/** Visible where the pointer or the focus is, and always on a touch screen. */
function NoteActions({ id, contactNumber }: { id: number; contactNumber: string }) {
  const { mutate, isPending } = useMutation(noteMutations.remove(useQueryClient(), contactNumber));
  return (
    <div className="shrink-0 self-center opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
      <DropdownMenu
        align="end"
        className="w-44"
        entries={[
          {
            kind: "action",
            label: "Excluir nota",
            icon: Trash2,
            onSelect: () => confirmToast("Excluir esta nota?", () => mutate(id)),
          },
        ]}
        trigger={
          <Button
            variant="ghost"
            size="icon"
            className="pointer-coarse:size-11"
            aria-label="Ações da nota"
            disabled={isPending}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      />
    </div>
  );
}
