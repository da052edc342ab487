import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { call } from "@/lib/api/client";
import {
  type CampaignDrafts,
  CampaignWish,
  suggestions,
} from "@/lib/contracts/messaging/suggestions";
import { errorText } from "@/lib/error-text";

interface DraftsDialogProps {
  /** The message before, of a sequence. */
  follows?: string | undefined;
  /** Takes drafts into the editor, where they are edited. */
  onTake: (texts: string[]) => void;
  onClose: () => void;
}

/** Drafts variants of a campaign; nothing is saved or sent from here. */
export function DraftsDialog({ follows, onTake, onClose }: DraftsDialogProps) {
  const form = useSchemaForm(CampaignWish, { wish: "" });
  const { errors, isDirty } = form.formState;
  const writing = useMutation({
    mutationFn: (wish: string) =>
      call(suggestions.writeCampaign, { body: { wish, ...(follows && { follows }) } }),
    meta: { failure: null },
  });
  const submit = form.handleSubmit(({ wish }) => writing.mutate(wish));
  return (
    <Modal
      title="Escrever com IA"
      description={`Três variações, escritas com o seu perfil${follows ? ", a mensagem anterior" : ""} e o que você pedir. Você escolhe e edita; nada é enviado.`}
      onClose={onClose}
      isDirty={isDirty}
    >
      <form
        onSubmit={(event) => {
          // The campaign's form is around this one, though not in the document.
          event.stopPropagation();
          return submit(event);
        }}
        noValidate
        aria-label="Escrever com IA"
      >
        <FormProblem>{writing.isError ? errorText(writing.error) : null}</FormProblem>
        <Field
          label="O que a mensagem deve dizer?"
          help="Links, preços e telefones só aparecem se você os escrever aqui ou no seu perfil."
          error={errors.wish?.message}
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.register("wish")}
              rows={3}
              placeholder="Oferecer uma visita gratuita a padarias que ainda não vendem pela internet"
            />
          )}
        </Field>
        <div className="mt-2 flex justify-end">
          <Button
            type="submit"
            variant={writing.data ? "outline" : "primary"}
            loading={writing.isPending}
          >
            {writing.data ? "Escrever de novo" : "Escrever"}
          </Button>
        </div>
      </form>
      {writing.data && !writing.isPending && (
        <Drafts key={writing.submittedAt} drafts={writing.data} onTake={onTake} />
      )}
    </Modal>
  );
}

interface DraftsProps extends Pick<DraftsDialogProps, "onTake"> {
  drafts: CampaignDrafts;
}

function Drafts({ drafts, onTake }: DraftsProps) {
  const id = useId();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = drafts.variants.filter((text) => !left.has(text));

  function toggle(text: string) {
    const next = new Set(left);
    if (!next.delete(text)) next.add(text);
    setLeft(next);
  }

  return (
    <section aria-label="Rascunhos" className="mt-4 border-border border-t pt-4">
      <div role="status" className="mb-3 flex flex-wrap items-center gap-2 text-sm">
        {drafts.source === "modelo" && <Badge tone="neutral">modelo</Badge>}
        <p className="text-muted-foreground">
          {drafts.used_up
            ? "O limite diário de textos da IA acabou: estes são modelos. Amanhã há mais."
            : drafts.source === "modelo"
              ? "A IA não está disponível agora: estes são modelos."
              : "Escolha o que vai para o editor."}
        </p>
      </div>
      <ul className="space-y-2">
        {drafts.variants.map((text, index) => (
          <li key={text} className="flex items-start gap-2.5 rounded-lg border border-border p-3">
            <input
              id={`${id}-${index}`}
              type="checkbox"
              checked={!left.has(text)}
              onChange={() => toggle(text)}
              className="mt-1 size-4 shrink-0 cursor-pointer"
            />
            <label
              htmlFor={`${id}-${index}`}
              className="min-w-0 cursor-pointer whitespace-pre-wrap break-words text-sm"
            >
              {text}
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button disabled={taken.length === 0} onClick={() => onTake(taken)}>
          Levar ao editor
        </Button>
      </div>
    </section>
  );
}
