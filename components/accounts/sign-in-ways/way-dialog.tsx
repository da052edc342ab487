"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ProofFields, useProof } from "@/components/accounts/second-factor/proof-fields";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import type { SignInWay } from "@/lib/contracts/accounts/identities";
import { signInWayMutations } from "./sign-in-ways.queries";

export type WayAct = "link" | "unlink" | "require" | "lift";

const ACTS: Record<
  WayAct,
  { title: (name: string) => string; description: (name: string) => string; label: string }
> = {
  link: {
    title: (name) => `Ligar ${name}?`,
    description: (name) => `Você confirma quem é em ${name} e volta para cá.`,
    label: "Continuar",
  },
  unlink: {
    title: (name) => `Desligar ${name}?`,
    description: (name) => `${name} deixa de abrir a sua conta. A senha continua a mesma.`,
    label: "Desligar",
  },
  require: {
    title: (name) => `Exigir entrada por ${name}?`,
    description: (name) =>
      `A senha, sozinha, deixa de abrir a conta, também para programas, e as outras sessões são encerradas. Se você perder o acesso em ${name}, só o suporte pode retirar a exigência.`,
    label: "Exigir",
  },
  lift: {
    title: (name) => `Deixar de exigir ${name}?`,
    description: () => "A senha volta a abrir a conta.",
    label: "Deixar de exigir",
  },
};

interface WayDialogProps {
  act: WayAct;
  way: SignInWay;
  onClose: () => void;
}

/** Asks for the password, and a code where there is one, before what opens the account changes. */
export function WayDialog({ act, way: { provider, name }, onClose }: WayDialogProps) {
  const client = useQueryClient();
  const proof = useProof();
  const link = useMutation(signInWayMutations.link());
  const unlink = useMutation(signInWayMutations.unlink(client));
  const requirement = useMutation(signInWayMutations.require(client));
  const { title, description, label } = ACTS[act];
  const { error, isPending, isSuccess } = { link, unlink, require: requirement, lift: requirement }[
    act
  ];

  function submit() {
    const body = { provider, ...proof.proof };
    if (act === "link") {
      // The dialog stays until the provider's page has come.
      const leave = ({ address }: { address: string }) => window.location.assign(address);
      return link.mutate(body, { onSuccess: leave });
    }
    const done = (sentence: string) => () => {
      notifySuccess(sentence);
      onClose();
    };
    if (act === "unlink") {
      return unlink.mutate(body, { onSuccess: done(`${name} foi desligado.`) });
    }
    const required = act === "require";
    const sentence = required
      ? `Sua conta agora exige entrada por ${name}.`
      : "A senha volta a abrir a conta.";
    requirement.mutate({ ...body, required }, { onSuccess: done(sentence) });
  }

  return (
    <FormDialog
      title={title(name)}
      description={description(name)}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={label}
      isPending={isPending || (act === "link" && isSuccess)}
      disabled={!proof.isGiven}
      danger={act === "unlink"}
    >
      <ProofFields proof={proof} error={error} />
    </FormDialog>
  );
}
