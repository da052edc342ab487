import { useEffect, useState } from "react";

const REFRESH_MS = 60_000;

/** The time, to the minute: times shown relative to it get out of date on the screen. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
