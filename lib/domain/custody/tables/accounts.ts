import { PAYMENTS_KEPT_YEARS } from "@/lib/domain/custody/account-deletion";
import { MACHINERY, SECRET, type Table } from "./table";

export const ACCOUNT_TABLES = {
  accounts: {
    writer: "users",
    owner: null,
    // Closed accounts that paid; their invoices go with them.
    trims: [{ since: "erased_at", after: { years: PAYMENTS_KEPT_YEARS }, atOnce: 100 }],
  },
  users: {
    writer: "users",
    owner: null,
    kept: "people go with their account",
    noPerson: "the account's own",
  },
  account_invitations: {
    writer: "team",
    file: "Os convites para a equipe que ninguém aceitou",
    without: ["token_hash"],
    trims: [
      {
        since: "expires_at",
        after: { days: 30 },
        told: {
          what: "Convites para a equipe que ninguém aceitou",
          howLong: "30 dias depois de vencer",
        },
      },
    ],
    noPerson: "whom the account invites to work in it",
  },
  handovers: {
    writer: "leaving",
    file: "O que passou de uma pessoa da equipe a outras",
    trims: [
      {
        since: "created_at",
        after: { days: 30 },
        told: { what: "O que passou de uma pessoa da equipe a outras, para desfazer" },
      },
    ],
  },
  goals: { writer: "team-results", file: "As metas de cada pessoa da equipe" },
  week_mails: {
    writer: "team-results",
    noFile: MACHINERY,
    trims: [{ since: "created_at", after: { days: 30 } }],
  },
  known_networks: {
    writer: "users",
    ofPeople: true,
    owner: "user_id",
    file: "As redes de onde você entrou",
  },
  password_resets: { writer: "users", ofPeople: true, owner: "user_id", noFile: SECRET },
  second_factors: {
    writer: "second-factor",
    ofPeople: true,
    owner: "user_id",
    file: "A verificação em duas etapas, sem o segredo",
    without: ["sealed_secret", "last_step"],
  },
  recovery_codes: { writer: "second-factor", ofPeople: true, owner: "user_id", noFile: SECRET },
  passkeys: {
    writer: "passkeys",
    ofPeople: true,
    file: "As chaves de acesso, sem o que as confere",
    without: ["credential_id", "public_key", "counter"],
  },
  passkey_answers: {
    writer: "passkeys",
    ofPeople: true,
    noFile: MACHINERY,
    trims: [
      {
        since: "expires_at",
        told: {
          what: "Respostas de chaves de acesso, para que nenhuma valha duas vezes",
          howLong: "5 minutos",
        },
      },
    ],
  },
  identities: {
    writer: "identities",
    ofPeople: true,
    owner: "user_id",
    file: "As formas de entrar ligadas, por outros provedores",
    noPerson: "the account's own, at its issuer",
  },
  sign_in_attempts: {
    writer: "sign-in",
    ofPeople: true,
    owner: "user_id",
    noFile: SECRET,
    trims: [
      {
        since: "expires_at",
        told: {
          what: "Entradas por outro provedor que não chegaram ao fim, com o e-mail que ele informou",
          howLong: "10 minutos",
        },
      },
    ],
    noPerson: "the account's own, for ten minutes",
  },
  credit_entries: { writer: "credits", file: "O uso de créditos" },
  credit_days: { writer: "credits", file: "O saldo de créditos de cada dia" },
  credit_reservations: { writer: "credits", noFile: MACHINERY },
} as const satisfies Record<string, Table>;
