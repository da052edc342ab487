"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { COLOUR_LABEL } from "@/components/leads/leads/stage-choice";
import { listSellers, nameSeller } from "@/components/leads/sellers/seller-choice";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { useTeam } from "@/components/session/team.queries";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { NewOwnNumber, type OwnNumber } from "@/lib/contracts/messaging/numbers";
import { STAGE_COLOURS } from "@/lib/domain/leads/stages";
import { NUMBER_NAME_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { isPro } from "@/lib/domain/plans/plan";
import { errorText, isError } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { ownNumberMutations } from "./own-numbers.queries";

const NOTHING = "";

/** As the form holds it: what is chosen from a list is a text. */
const NumberTexts = z.object({
  name: NewOwnNumber.shape.name,
  colour: z.pipe(
    z.string(),
    z.transform((text) => STAGE_COLOURS.find((each) => each === text) ?? null),
  ),
  keeper_id: z.pipe(
    z.string(),
    z.transform((text) => (text === NOTHING ? null : Number(text))),
  ),
});

interface NumberDialogProps {
  /** Null adds one. */
  number: OwnNumber | null;
  /** Those that the account has. */
  numbers: readonly OwnNumber[];
  onDone: (id: number) => void;
  onClose: () => void;
}

export function NumberDialog({ number, numbers, onDone, onClose }: NumberDialogProps) {
  const client = useQueryClient();
  const router = useRouter();
  const { plan } = useSessionUser();
  const isOwner = useCan("owner");
  const { people, isTeam } = useTeam();
  /** Whose phone it is and who may not sign in any more. */
  const gone = people.find(
    ({ id, suspended_at }) => suspended_at !== null && id === number?.keeper_id,
  );
  const free = STAGE_COLOURS.find((each) => !numbers.some(({ colour }) => colour === each));
  const form = useSchemaForm(NumberTexts, {
    name: number?.name ?? "",
    colour: (number ? number.colour : free) ?? NOTHING,
    keeper_id: String(number?.keeper_id ?? NOTHING),
  });
  const { errors, isDirty } = form.formState;
  const meta = {
    failure: formFailure(form, (error) => {
      if (!isError(error, "quota_reached") || !isOwner || isPro(plan)) return errorText(error);
      const action = { label: "Ver planos PRO", onClick: () => router.push(paths.subscription) };
      notifyError(errorText(error), { action });
      return null;
    }),
  };
  const create = useMutation({ ...ownNumberMutations.create(client), meta });
  const change = useMutation({ ...ownNumberMutations.change(client), meta });

  const submit = form.handleSubmit(({ name, colour, keeper_id }) => {
    const told = (text: string) => ({
      onSuccess: ({ number: { id } }: { number: OwnNumber }) => {
        notifySuccess(text);
        onDone(id);
      },
    });
    if (number) {
      const changed = { name, colour, keeper_id };
      change.mutate({ id: number.id, change: changed }, told("Número atualizado."));
    } else {
      create.mutate({ name, colour }, told(`Número ${name} adicionado. Agora conecte o celular.`));
    }
  });

  return (
    <FormDialog
      title={number ? "Editar número" : "Adicionar número"}
      description="O nome e a cor dizem, nas conversas, por qual número você fala."
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={number ? "Salvar" : "Adicionar"}
      isPending={create.isPending || change.isPending}
    >
      <Field label="Nome" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            maxLength={NUMBER_NAME_MAX_LENGTH}
            placeholder="Vendas"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Cor" error={errors.colour?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register("colour")}>
            <option value={NOTHING}>Nenhuma</option>
            {STAGE_COLOURS.map((colour) => (
              <option key={colour} value={colour}>
                {COLOUR_LABEL[colour]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {number && isTeam && (
        <Field
          label="Responsável"
          error={errors.keeper_id?.message}
          help="De quem é o celular deste número."
        >
          {(control) => (
            <NativeSelect {...control} {...form.register("keeper_id")}>
              <option value={NOTHING}>Ninguém</option>
              {[...listSellers(people), ...(gone ? [gone] : [])].map((person) => (
                <option key={person.id} value={person.id}>
                  {nameSeller(person)}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
