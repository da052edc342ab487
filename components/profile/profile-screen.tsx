"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiTokensCard } from "@/components/api-tokens/api-tokens-card";
import { CannedAnswersCard } from "@/components/canned-answers/canned-answers-card";
import { userQueries } from "@/components/session/users.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Loading } from "@/components/shared/feedback/loading";
import { Page } from "@/components/shared/layout/page";
import { WebhooksCard } from "@/components/webhooks/webhooks-card";
import { PasswordCard } from "./password-card";
import { ProfileForm } from "./profile-form";
import { SessionsCard } from "./sessions-card";

export function ProfileScreen() {
  const profile = useQuery(userQueries.me());
  const fields = useQuery(userQueries.fields());
  if (profile.data && fields.data) {
    return (
      <ProfileForm profile={profile.data} fields={fields.data}>
        <CannedAnswersCard />
        <PasswordCard />
        <SessionsCard />
        <ApiTokensCard />
        <WebhooksCard />
      </ProfileForm>
    );
  }
  const failed = profile.isError || fields.isError;
  return (
    <Page title="Meu Perfil">
      {failed ? (
        <ErrorState
          title="Erro ao carregar perfil"
          detail="Erro ao carregar perfil. Tente novamente."
          onRetry={() => {
            if (!profile.data) void profile.refetch();
            if (!fields.data) void fields.refetch();
          }}
          retrying={profile.isFetching || fields.isFetching}
        />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
