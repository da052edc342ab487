/** The persons with an account at the sandbox's issuer. */
export interface Person {
  sub: string;
  name: string;
  email?: string;
  email_verified?: boolean;
}

export const PEOPLE: readonly Person[] = [
  {
    sub: "lia",
    name: "Lia Moura",
    email: "lia.moura@mentira.example",
    email_verified: true,
  },
  {
    sub: "davi",
    name: "Davi Prado",
    email: "davi.prado@mentira.example",
    email_verified: false,
  },
];
