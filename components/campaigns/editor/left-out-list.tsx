import { useMutation, useQueryClient } from "@tanstack/react-query";
import { chatMutations } from "@/components/messaging/chat/chat.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { LEFT_OUT_LABEL, type LeftOut } from "@/lib/domain/campaigns/left-out";
import { countWord } from "@/lib/domain/text/known-words";
import { chatPath } from "@/lib/paths";

interface LeftOutPerson {
  lead_id: number;
  name: string;
  number: string | null;
  reason: LeftOut;
}

/** The leads that get no message, with the reason. The conversation of one that waits for an answer can be opened, or archived. */
export function LeftOutList({ people }: { people: readonly LeftOutPerson[] }) {
  return (
    <ul aria-label="Ficam de fora" className="mt-1">
      {people.map((person) => (
        <li
          key={person.lead_id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1"
        >
          <span className="min-w-0 flex-1 truncate max-sm:basis-full">{person.name}</span>
          <span className="shrink-0 text-muted-foreground">
            {countWord(LEFT_OUT_LABEL, person.reason, 1)}
          </span>
          {person.reason === "awaits_reply" && person.number !== null && (
            <Release name={person.name} number={person.number} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Opens the conversation in another tab, so that the form stays, or archives it: then the campaign may write. */
function Release({ name, number }: { name: string; number: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(chatMutations.archive(client));
  const release = () =>
    mutate(
      { contactNumber: `+${number}`, archived: true },
      {
        onSuccess: () => {
          notifySuccess(`Conversa arquivada: a campanha pode escrever para ${name}.`);
          void client.invalidateQueries({ queryKey: queryKeys.campaigns });
        },
      },
    );
  return (
    <span className="flex shrink-0 gap-4">
      <Button asChild variant="link" size="inline">
        <Link href={chatPath(number)} target="_blank" aria-label={`Ler a conversa de ${name}`}>
          Ler
        </Link>
      </Button>
      <Button
        variant="link"
        size="inline"
        aria-label={`Arquivar e liberar ${name}`}
        loading={isPending}
        onClick={release}
      >
        Arquivar e liberar
      </Button>
    </span>
  );
}
