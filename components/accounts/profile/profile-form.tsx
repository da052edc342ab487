"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { userMutations } from "@/components/session/users.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { useLeaveWarning } from "@/components/shared/feedback/use-leave-warning";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { ProfileFieldInfo, UserProfile } from "@/lib/contracts/accounts/users";
import type { ProfileField } from "@/lib/domain/accounts/profile";
import { errorText, isError } from "@/lib/error-text";
import { formatDate } from "@/lib/format";
import {
  buildProfileSchema,
  type ProfileValues,
  pickChangedFields,
  toProfileValues,
} from "./profile-fields";

interface ProfileFormProps {
  profile: UserProfile;
  fields: readonly ProfileFieldInfo[];
  /** Called when unsaved changes appear, and when none are left. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The user's details and what they sell: shown, and edited in place. */
export function ProfileForm({ profile, fields, onUnsaved }: ProfileFormProps) {
  const client = useQueryClient();
  const router = useRouter();
  const update = useMutation({ ...userMutations.update(client), meta: { failure } });
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const schema = useMemo(() => buildProfileSchema(fields), [fields]);
  const shown = toProfileValues(profile);
  const form = useSchemaForm<ProfileValues, ProfileValues>(schema, shown);
  const texts = { form, shown, editing };
  const isUnsaved = editing && form.formState.isDirty;
  useLeaveWarning(isUnsaved);
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);

  function edit() {
    form.reset(shown);
    setEditing(true);
    requestAnimationFrame(() => form.setFocus("name"));
  }

  function leave() {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  }

  const submit = form.handleSubmit((values) => {
    const change = pickChangedFields(shown, values);
    if (Object.keys(change).length === 0) return leave();
    update.mutate(change, {
      onSuccess: () => {
        notifySuccess("Perfil atualizado com sucesso!");
        leave();
        // The server-rendered layout shows the name too.
        if (change.name !== undefined) router.refresh();
      },
    });
  });

  function failure(error: Error): string {
    if (isError(error, "account_leaving") || isError(error, "forbidden")) return errorText(error);
    if (!isError(error, "invalid_input")) return "Erro ao salvar perfil. Tente novamente.";
    showFieldErrors(form, error.fields);
    return error.message || "Dados inválidos";
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Perfil">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-muted-foreground text-sm">
          Com isto, as sugestões de mensagens falam do seu negócio.
        </p>
        {editing ? (
          <div className="flex gap-2">
            <Button variant="outline" onClick={leave} disabled={update.isPending}>
              Cancelar
            </Button>
            <Button type="submit" loading={update.isPending}>
              {update.isPending ? "Salvando..." : "Salvar"}
            </Button>
          </div>
        ) : (
          <Button ref={editButton} variant="outline" onClick={edit}>
            <Pencil aria-hidden />
            Editar
          </Button>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Section title="Conta">
          <Fact label="E-mail">{profile.email}</Fact>
          <ProfileText {...texts} name="name" label="Nome completo" />
          <Fact label="Membro desde">{formatDate(profile.created_at)}</Fact>
          <Fact label="Status da conta">
            <Badge tone={profile.is_active ? "success" : "danger"}>
              {profile.is_active ? "Ativo" : "Inativo"}
            </Badge>
          </Fact>
        </Section>
        <Section title="Negócio" className="xl:row-span-2">
          <ProfileText {...texts} name="business_name" label="Nome do negócio" />
          <ProfileText
            {...texts}
            name="business_description"
            label="Descrição do negócio"
            multiline
          />
          <ProfileText {...texts} name="website" label="Site" />
        </Section>
        <Section title="Objetivo de conversão">
          <ProfileText
            {...texts}
            name="conversion_objective"
            label="O que você quer que o contato faça"
            multiline
          />
        </Section>
      </div>
    </form>
  );
}

function Section({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Card aria-label={title} className={className}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent className="space-y-3">{children}</CardContent>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl>
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="mt-0.5 min-h-5 whitespace-pre-wrap break-words text-sm">{children}</dd>
    </dl>
  );
}

interface ProfileTextProps {
  form: UseFormReturn<ProfileValues, unknown, ProfileValues>;
  /** The stored value, shown when not editing. */
  shown: ProfileValues;
  editing: boolean;
  name: ProfileField;
  label: string;
  multiline?: boolean;
}

function ProfileText({ form, shown, editing, name, label, multiline = false }: ProfileTextProps) {
  if (!editing) {
    return (
      <Fact label={label}>
        {shown[name] || <span className="text-muted-foreground">Não informado</span>}
      </Fact>
    );
  }
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      {(control) =>
        multiline ? (
          <Textarea {...control} {...form.register(name)} rows={4} />
        ) : (
          <Input {...control} {...form.register(name)} />
        )
      }
    </Field>
  );
}
