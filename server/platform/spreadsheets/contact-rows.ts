import { type Card, createCardReader } from "@/lib/domain/spreadsheets/vcard";
import type { SourceRow } from "./source-rows";

/** Contacts as the rows of a table: the columns are named as an import reads them. */
const COLUMNS: [name: string, read: (card: Card) => string][] = [
  ["Empresa", ({ organization }) => organization],
  ["Pessoa de contato", ({ name }) => name],
  ["Cargo do contato", ({ title }) => title],
  ["Telefone", ({ phones }) => phones[0] ?? ""],
  ["Outros telefones", ({ phones }) => phones.slice(1, MOST_TOGETHER).join(" ::: ")],
  ["E-mail", ({ emails }) => emails[0] ?? ""],
  ["Outros e-mails", ({ emails }) => emails.slice(1, MOST_TOGETHER).join("; ")],
  ["Site", ({ website }) => website],
  ["Endereço", ({ street }) => street],
  ["CEP", ({ postalCode }) => postalCode],
  ["Cidade", ({ city }) => city],
  ["Estado", ({ state }) => state],
  ["Observações", ({ note }) => note],
  ["Aniversário", ({ birthday }) => birthday],
];
/** Limit for one cell; see splitNumbers. */
const MOST_TOGETHER = 6;

export function createContactRows() {
  const cards = createCardReader();
  let header: SourceRow[] = [{ line: 0, cells: COLUMNS.map(([name]) => name), isGrid: true }];
  const toRows = (found: readonly Card[]): SourceRow[] => {
    const rows = found.map((card) => ({
      line: card.line,
      isGrid: true,
      cells: COLUMNS.map(([, read]) => read(card)),
    }));
    const all = [...header, ...rows];
    header = [];
    return all;
  };
  return {
    push: (text: string) => toRows(cards.push(text)),
    end: () => toRows(cards.push("", true)),
  };
}
