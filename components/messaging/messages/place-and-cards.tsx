import { ExternalLink, MapPin, UserRound } from "lucide-react";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { formatPhone } from "@/lib/domain/phone/telephone";

/** A link and no map: the page asks no other server where the contact is. */
export function Place({ location }: { location: NonNullable<ChatMessage["location"]> }) {
  const { latitude, longitude, name, address } = location;
  const query = encodeURIComponent(`${latitude},${longitude}`);
  return (
    <div className="flex min-w-52 items-start gap-3 rounded-xl bg-current/8 px-3 py-2.5">
      <MapPin className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{name ?? "Localização"}</p>
        {address && <p className="wrap-anywhere text-[0.8125rem]">{address}</p>}
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${query}`}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-1 inline-flex min-h-8 items-center gap-1.5 font-medium text-[0.8125rem] underline underline-offset-2"
        >
          Abrir no mapa
          <ExternalLink className="size-3.5" aria-hidden />
        </a>
      </div>
    </div>
  );
}

export function ContactCards({ contacts }: { contacts: ChatMessage["contacts"] }) {
  return (
    <ul className="min-w-52 space-y-1.5">
      {contacts.map(({ name, numbers }) => (
        <li
          key={`${name} ${numbers.join()}`}
          className="flex items-start gap-3 rounded-xl bg-current/8 px-3 py-2.5"
        >
          <UserRound className="mt-0.5 size-5 shrink-0" aria-hidden />
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{name}</p>
            {numbers.map((number) => (
              <p key={number} className="text-[0.8125rem] tabular-nums">
                {formatPhone(number) || number}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
