"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { getActivityName } from "@/components/campaigns/activities/activity-name";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { useSessionUser } from "@/components/session/session-context";
import { useProFeature } from "@/components/session/use-pro-feature";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { latePart } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { useHydrated } from "@/components/shared/state/use-hydrated";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { CAMPAIGN_MAX_LEADS } from "@/lib/domain/campaigns/campaign";
import { errorText } from "@/lib/error-text";
import { formatDateTime } from "@/lib/format";
import { campaignPath, EDITOR_PARAMETERS, paths } from "@/lib/paths";
import { beginCampaign, getDraftKey, getUndoneSource, toCampaignValues } from "./campaign-values";
import { FreeSearchQuestion } from "./free-search-question";
import { UpgradeBanner } from "./upgrade-banner";
import { useOwnDraft } from "./use-own-draft";

const loadForm = async () => (await import("./campaign-form")).CampaignForm;
// The form comes while the page does, and not after the answer that says whether WhatsApp is connected.
if (typeof window !== "undefined") loadForm().catch(() => undefined);

const CampaignForm = lazy(latePart(loadForm));

export function EditorScreen() {
  const instance = useQuery(whatsappQueries.instance());
  const { pro } = useProFeature();
  return (
    <Page
      title="Prospecção pelo WhatsApp"
      description="Escreva a mensagem, escolha quantos leads e deixe o envio acontecer no ritmo seguro."
      actions={
        <Button asChild variant="outline">
          <Link href={paths.activities}>Ver atividades</Link>
        </Button>
      }
    >
      {!pro && <UpgradeBanner />}
      {/* Warning and form come together: one that came later would push the other down. */}
      <Suspense fallback={<FormSkeleton />}>
        {instance.data && !instance.data.connected && <ConnectionWarning />}
        {instance.isLoading ? (
          <FormSkeleton />
        ) : (
          <Editor byTemplate={instance.data?.templates_outside_window ?? false} />
        )}
      </Suspense>
    </Page>
  );
}

/** The form, not rendered on the server: once the stored draft can be read and the campaign named in the address is known. */
function Editor({ byTemplate }: { byTemplate: boolean }) {
  const user = useSessionUser();
  const { pro } = useProFeature();
  const params = useSearchParams();
  const editedId = readId(params.get(EDITOR_PARAMETERS.edit));
  const copiedId = readId(params.get(EDITOR_PARAMETERS.duplicate));
  const listId = readId(params.get(EDITOR_PARAMETERS.list));
  const pickedIds = pro ? readIds(params.get(EDITOR_PARAMETERS.leads)) : [];
  const undoneId = readId(params.get(EDITOR_PARAMETERS.undone));
  const sourceId = editedId ?? copiedId;
  const source = useQuery({
    ...campaignQueries.activity(sourceId ?? 0),
    enabled: sourceId !== null,
    // A refetch would not reach the form, which begins with these values.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const hydrated = useHydrated();
  const origin =
    Object.entries({ editar: editedId, de: copiedId, lista: listId })
      .filter(([, id]) => id !== null)
      .map(([name, id]) => `${name}_${id}`)[0] ??
    (pickedIds.length > 0
      ? `leads_${pickedIds.join("_")}`
      : undoneId === null
        ? ""
        : getUndoneSource(undoneId));
  const draft = useOwnDraft(getDraftKey(user.id, origin));
  if (sourceId !== null && source.isError) {
    return (
      <ErrorState
        title="Erro ao carregar a campanha"
        detail={errorText(source.error)}
        onRetry={source.refetch}
        retrying={source.isFetching}
      />
    );
  }
  if (!hydrated || draft === null || (sourceId !== null && !source.data)) {
    return <FormSkeleton />;
  }
  const activity = source.data?.activity;
  if (editedId !== null && activity?.status !== "scheduled") {
    return (
      <p role="alert" className="rounded-xl border border-border bg-card px-5 py-4">
        Só uma prospecção agendada pode ser alterada.{" "}
        <Link href={paths.activities} className="font-medium underline underline-offset-4">
          Ver atividades
        </Link>
      </p>
    );
  }
  const form = (
    <CampaignForm
      key={`${draft.key} ${byTemplate}`}
      draftKey={draft.key}
      editedId={editedId}
      byTemplate={byTemplate}
      initial={
        activity
          ? toCampaignValues(activity, { keepSchedule: editedId !== null })
          : {
              ...beginCampaign(),
              list_ids: listId === null || !pro ? [] : [listId],
              ...(pickedIds.length > 0 && { lead_ids: pickedIds, num_leads: pickedIds.length }),
            }
      }
    />
  );
  return (
    <>
      {activity && editedId !== null && <EditedCampaign activity={activity} />}
      {draft.isApart && <DraftElsewhere />}
      {listId === null || pro ? (
        form
      ) : (
        <FreeSearchQuestion key={listId} listId={listId} fallback={<FormSkeleton />}>
          {form}
        </FreeSearchQuestion>
      )}
    </>
  );
}

function DraftElsewhere() {
  return (
    <p className="mb-4 rounded-xl border border-border bg-card px-4 py-3 shadow-card">
      O que você já tinha escrito está aberto em outra aba. O que você escrever aqui é um rascunho à
      parte.
    </p>
  );
}

/** Names the campaign whose schedule is changed, and when it is due. */
function EditedCampaign({ activity }: { activity: Activity }) {
  const { scheduled_datetime } = activity;
  return (
    <p className="mb-4 rounded-xl border border-border bg-card px-4 py-3 shadow-card">
      Você está alterando o agendamento de{" "}
      <Link href={campaignPath(activity.id)} className="font-medium underline underline-offset-4">
        {getActivityName(activity)}
      </Link>
      {scheduled_datetime && `, marcado para ${formatDateTime(scheduled_datetime)}`}.
    </p>
  );
}

function FormSkeleton() {
  return <Skeleton className="h-96 w-full rounded-xl" />;
}

function ConnectionWarning() {
  return (
    <aside
      aria-label="WhatsApp desconectado"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-xl border border-primary/40 bg-primary-soft px-4 py-3"
    >
      <p className="flex items-start gap-2.5">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
        Seu WhatsApp não está conectado. Conecte-o antes de iniciar a prospecção.
      </p>
      <Button asChild size="sm" variant="outline">
        <Link href={paths.dashboard}>Conectar no Dashboard</Link>
      </Button>
    </aside>
  );
}

/** The ids of a selection, as many as a campaign writes to. */
function readIds(text: string | null): number[] {
  const ids = (text ?? "").split(",").map(readId);
  return [...new Set(ids.filter((id) => id !== null))].slice(0, CAMPAIGN_MAX_LEADS);
}

function readId(text: string | null): number | null {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
