import { useSessionUser } from "@/components/session/session-context";
import { useTeam } from "@/components/session/team.queries";

/** Who of the team wrote something, where that was not the user, after these words. */
export function Sender({ personId, after = "" }: { personId: number | null; after?: string }) {
  const me = useSessionUser().id;
  return personId === null || personId === me ? null : <Colleague id={personId} after={after} />;
}

function Colleague({ id, after }: { id: number; after: string }) {
  const person = useTeam().people.find((each) => each.id === id);
  return person ? (
    <span className="max-w-28 truncate">
      {after}
      {person.name}
    </span>
  ) : null;
}
