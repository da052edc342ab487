import { loadModule, parseSync } from "libpg-query";

/** Tables of a few rows, which can be scanned and locked at once while the system runs. */
const SMALL_TABLES: Record<string, string> = {
  installation: "one row",
  erasure_key: "one row",
  registry_choices: "one row",
  event_rollup: "one row",
  duty_runs: "a row for each duty",
  message_prices: "a row for each price that was set",
  registry_imports: "a row for each month",
  worker_heartbeats: "a row for each worker",
};

export interface Finding {
  rule: Rule;
  statement: string;
}

const RULES = {
  removed:
    "The version that still runs reads it: remove it in the release after the one that no longer does.",
  renamed: "The version that still runs knows the old name: add the new one beside it.",
  rewritten:
    "Every row is written anew while nobody reads or writes: add a column, and fill it in portions.",
  "not-null":
    "Every row is read under a lock: first a CHECK (… IS NOT NULL) NOT VALID, and its VALIDATE in a later file.",
  index:
    "Nobody writes while it is built: CREATE INDEX CONCURRENTLY IF NOT EXISTS, alone in its file.",
  constraint:
    "Every row is checked under a lock: NOT VALID, and VALIDATE CONSTRAINT in a later file. UNIQUE comes USING INDEX.",
  default:
    "The version that still runs, or each row there is, has no value for it: a constant default, or none and NULL.",
  unseen: "What a DO block does to tables is not seen here: write it as a statement.",
} as const;
export type Rule = keyof typeof RULES;

export const explain = (rule: Rule) => RULES[rule];

/** `-- Allowed (renamed, until 0.4.0): why`, above the statement; from that version on nothing needs it. */
const ALLOWED = /^--\s*Allowed \(([a-z-]+), until \d+\.\d+\.\d+\): \S.*$/gm;

// biome-ignore lint/suspicious/noExplicitAny: the parser's own nodes, of which a few fields are read.
type Node = any;

await loadModule();

/** Statements of a migration that lock a busy table for long, or break the previous version, and that no comment allows. */
export function findUnsafe(script: string): Finding[] {
  const statements: Node[] = parseSync(script).stmts ?? [];
  const bytes = Buffer.from(script);
  const fresh = new Set(Object.keys(SMALL_TABLES));
  for (const { stmt } of statements) {
    const made = stmt.CreateStmt?.relation ?? stmt.CreateTableAsStmt?.into?.rel;
    if (made) fresh.add(made.relname);
  }
  const added = new Set<string>();
  let end = 0;
  return statements.flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
    // A statement begins at its first word: its comments are before that.
    const start = end;
    end = stmt_len === undefined ? bytes.length : stmt_location + stmt_len;
    const text = bytes.subarray(start, end).toString().replace(/^;/, "").trim();
    const allowed = new Set([...text.matchAll(ALLOWED)].map(([, rule]) => rule));
    const rules = judge(stmt, { fresh, added, isAlone: statements.length === 1 });
    return [...new Set(rules)]
      .filter((rule) => !allowed.has(rule))
      .map((rule) => ({ rule, statement: text.replace(/^--.*\n/gm, "").slice(0, 120) }));
  });
}

interface File {
  /** Tables that the file creates, and small ones. */
  fresh: Set<string>;
  /** Constraints that the file adds. */
  added: Set<string>;
  isAlone: boolean;
}

const REMOVED = ["TABLE", "VIEW", "MATVIEW", "TYPE", "SEQUENCE", "SCHEMA", "COLUMN"].map(
  (kind) => `OBJECT_${kind}`,
);

function judge(stmt: Node, file: File): Rule[] {
  if (stmt.DropStmt) return REMOVED.includes(stmt.DropStmt.removeType) ? ["removed"] : [];
  if (stmt.TruncateStmt) return ["removed"];
  if (stmt.RenameStmt) return REMOVED.includes(stmt.RenameStmt.renameType) ? ["renamed"] : [];
  if (stmt.AlterObjectSchemaStmt) return ["renamed"];
  if (stmt.IndexStmt) return judgeIndex(stmt.IndexStmt, file);
  if (stmt.DoStmt) return judgeBlock(stmt.DoStmt);
  if (!stmt.AlterTableStmt) return [];
  const table: string = stmt.AlterTableStmt.relation.relname;
  return stmt.AlterTableStmt.cmds.flatMap((each: Node) =>
    judgeChange(each.AlterTableCmd, table, file),
  );
}

function judgeIndex({ relation, concurrent, if_not_exists }: Node, file: File): Rule[] {
  const isSafe = concurrent ? file.isAlone && if_not_exists : file.fresh.has(relation.relname);
  return isSafe ? [] : ["index"];
}

function judgeBlock({ args }: Node): Rule[] {
  const body = args.map(({ DefElem }: Node) => DefElem.arg?.String?.sval ?? "").join("\n");
  return /\b(?:ALTER|DROP|TRUNCATE|RENAME)\b|\bINDEX\b/i.test(body) ? ["unseen"] : [];
}

const REWRITES = [
  ...["AT_AlterColumnType", "AT_SetExpression", "AT_SetLogged", "AT_SetUnLogged"],
  ...["AT_SetAccessMethod", "AT_SetTableSpace"],
];

function judgeChange(change: Node, table: string, { fresh, added }: File): Rule[] {
  const isFresh = fresh.has(table);
  if (change.subtype === "AT_DropColumn") return ["removed"];
  if (change.subtype === "AT_AddColumn") return judgeColumn(change.def.ColumnDef, isFresh);
  if (REWRITES.includes(change.subtype)) return isFresh ? [] : ["rewritten"];
  if (change.subtype === "AT_SetNotNull") return isFresh ? [] : ["not-null"];
  if (change.subtype === "AT_AddConstraint") {
    added.add(`${table} ${change.def.Constraint.conname}`);
    return isFresh || isLight(change.def.Constraint) ? [] : ["constraint"];
  }
  // In one transaction with its addition, whose lock is held until the end.
  if (change.subtype === "AT_ValidateConstraint") {
    return !isFresh && added.has(`${table} ${change.name}`) ? ["constraint"] : [];
  }
  return [];
}

const isLight = ({ skip_validation, indexname }: Node) => Boolean(skip_validation || indexname);

function judgeColumn({ constraints = [], typeName }: Node, isFresh: boolean): Rule[] {
  const of = (type: string) =>
    constraints.map((each: Node) => each.Constraint).find((each: Node) => each.contype === type);
  const byDefault = of("CONSTR_DEFAULT");
  const isSerial = /serial$/.test(typeName.names.at(-1).String.sval);
  const rules: Rule[] = [];
  if (of("CONSTR_NOTNULL") && !byDefault && !isFresh) rules.push("default");
  if (byDefault && !isConstant(byDefault.raw_expr) && !isFresh) rules.push("rewritten");
  if ((of("CONSTR_GENERATED") || of("CONSTR_IDENTITY") || isSerial) && !isFresh)
    rules.push("rewritten");
  const checks = ["CONSTR_CHECK", "CONSTR_UNIQUE", "CONSTR_PRIMARY"].some(of);
  if ((checks || (of("CONSTR_FOREIGN") && byDefault)) && !isFresh) rules.push("constraint");
  return rules;
}

/** Expressions that are evaluated once for all rows: no function but the transaction's time. */
function isConstant(expression: Node): boolean {
  if (expression.TypeCast) return isConstant(expression.TypeCast.arg);
  if (expression.A_ArrayExpr) return (expression.A_ArrayExpr.elements ?? []).every(isConstant);
  if (expression.FuncCall) return expression.FuncCall.funcname.at(-1).String.sval === "now";
  return Boolean(expression.A_Const || expression.SQLValueFunction);
}
