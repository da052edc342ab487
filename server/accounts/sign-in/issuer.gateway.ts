/** What binds an issuer's answer to the request it answers. */
export interface Checks {
  state: string;
  nonce: string;
  /** For PKCE: a stolen code cannot be used without it. */
  verifier: string;
}

/** A person as an issuer knows them. */
export interface Vouched {
  issuer: string;
  /** The issuer's id of the person, which never becomes another person's. */
  subject: string;
  /** In lower case; null without one. */
  email: string | null;
  isVerified: boolean;
  /** Empty without one. */
  name: string;
}

/** What the browser came back with. */
export interface Returned {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
}

/** 'denied' is the person's own choice; 'refused' is an answer that proves nothing. */
export interface IssuerFailure {
  ok: false;
  reason: "denied" | "unavailable" | "refused";
  /** For the log, not for users. */
  detail: string;
}

export interface IssuerGateway {
  /** Where to send the browser, and the values that its return is checked against. */
  begin(returnTo: string): Promise<{ ok: true; address: string; checks: Checks } | IssuerFailure>;
  /** The person that the issuer vouches for. */
  finish(
    returnTo: string,
    returned: Returned,
    checks: Checks,
  ): Promise<{ ok: true; person: Vouched } | IssuerFailure>;
}
