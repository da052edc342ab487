"use client";

import { useQuery } from "@tanstack/react-query";
import { userQueries } from "@/components/session/users.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Loading } from "@/components/shared/feedback/loading";
import { ProfileForm } from "./profile-form";

/** The form of the user's data, once the data and its rules are loaded. */
export function ProfileDetails({ onUnsaved }: { onUnsaved: (isUnsaved: boolean) => void }) {
  const profile = useQuery(userQueries.me());
  const fields = useQuery(userQueries.fields());
  if (profile.data && fields.data) {
    return <ProfileForm profile={profile.data} fields={fields.data} onUnsaved={onUnsaved} />;
  }
  if (!profile.isError && !fields.isError) return <Loading />;
  return (
    <ErrorState
      title="Erro ao carregar perfil"
      detail="Erro ao carregar perfil. Tente novamente."
      onRetry={() => {
        if (!profile.data) void profile.refetch();
        if (!fields.data) void fields.refetch();
      }}
      retrying={profile.isFetching || fields.isFetching}
    />
  );
}
