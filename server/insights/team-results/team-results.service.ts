import {
  type Figures,
  type Goal,
  type NewGoal,
  RESULT_MONTHS,
  type ResultOfPerson,
  type TeamResults,
} from "@/lib/contracts/insights/team-results";
import { reaches } from "@/lib/domain/accounts/roles";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { daysOfMonth, shiftMonth } from "@/lib/domain/time/month";
import { type Period, readPeriod } from "@/lib/domain/time/period";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { findGoals, upsertGoal } from "./goals.repository";
import * as repository from "./team-results.repository";

const NOTHING: Figures = {
  contacted: 0,
  answered: 0,
  first_answer_s: null,
  late_tasks: 0,
  won: 0,
  won_cents: 0,
  opt_outs: 0,
};
const NO_GOAL: Goal = { contacted: null, won: null, won_cents: null };

/** A month's results of the actor's account, or of a seller's own. @throws AppError invalid_input for a month that is not told */
export async function getResults(
  actor: Actor,
  { month }: { month?: string | undefined },
): Promise<TeamResults> {
  const { ownerId, personId } = actor;
  const leads = reaches(actor.role, "manager");
  const chosen = requireMonth(month);
  const report = await readResults({ ownerId, only: leads ? null : personId }, readMonth(chosen));
  const own = report.people.find(({ id }) => id === personId);
  return {
    month: chosen,
    rows: report.rows,
    total: leads ? report.total : null,
    monday_mail: leads ? (own?.monday_mail ?? null) : null,
  };
}

/** @throws AppError not_found; invalid_input for a month that is not told */
export async function setGoal(
  { ownerId }: Actor,
  personId: number,
  { month, ...goal }: NewGoal,
): Promise<{ success: true }> {
  if (!(await upsertGoal(ownerId, personId, requireMonth(month), goal))) {
    throw new AppError("not_found", "Pessoa não encontrada.");
  }
  return { success: true };
}

export function readMonth(month: string): Period {
  return readPeriod(daysOfMonth(month), 1, new Date());
}

function requireMonth(month: string | undefined): string {
  const current = getSaoPauloDay(new Date()).slice(0, 7);
  if (month === undefined) return current;
  if (month <= current && month > shiftMonth(current, -RESULT_MONTHS)) return month;
  const problem = `Escolha um mês dos últimos ${RESULT_MONTHS}.`;
  throw new AppError("invalid_input", problem, { fields: { month: problem } });
}

/**
 * What each person achieved in a period, by name, and what is nobody's; goals are those of its first day's month. Whoever
 * is suspended, or came later, is left out where they have nothing.
 */
export async function readResults(whose: repository.Whose, period: Period) {
  const [people, goals, written, answers, tasks, won, optOuts] = await Promise.all([
    repository.findPeople(whose),
    findGoals(whose.ownerId, period.from.slice(0, 7)),
    repository.countWritten(whose, period),
    repository.measureFirstAnswers(whose, period),
    repository.countLateTasks(whose),
    repository.countWon(whose, period),
    repository.countOptOuts(whose, period),
  ]);
  const counts = [...written, ...answers, ...tasks, ...won, ...optOuts];
  const figuresOf = (personId: number | null): Figures =>
    counts
      .filter((each) => each.person_id === personId && !("is_total" in each && each.is_total))
      .reduce<Figures>(addFigures, NOTHING);
  const rows: ResultOfPerson[] = [];
  for (const { id, name, suspended_at, created_at } of people) {
    const figures = figuresOf(id);
    const wasThere = created_at < period.end && (!suspended_at || suspended_at >= period.end);
    if (!wasThere && isEmpty(figures) && whose.only === null) continue;
    const goal = wasThere ? toGoal(goals.find((each) => each.person_id === id)) : NO_GOAL;
    rows.push({ ...figures, person_id: id, name, is_suspended: suspended_at !== null, goal });
  }
  const nobodys = figuresOf(null);
  if (!isEmpty(nobodys)) {
    rows.push({ ...nobodys, person_id: null, name: null, is_suspended: false, goal: NO_GOAL });
  }
  const total = [...written, ...answers]
    .filter(({ is_total }) => is_total)
    .reduce<Figures>(addFigures, sumOf([...tasks, ...won, ...optOuts]));
  return { people, rows, total: { ...total, goal: sumGoals(rows) } };
}

/** Whether somebody achieved nothing and owes nothing. */
function isEmpty(figures: Figures): boolean {
  return Object.values(figures).every((figure) => !figure);
}

type Part = Partial<Figures>;

function addFigures(figures: Figures, part: Part): Figures {
  const { first_answer_s = figures.first_answer_s } = part;
  return {
    contacted: figures.contacted + (part.contacted ?? 0),
    answered: figures.answered + (part.answered ?? 0),
    first_answer_s,
    late_tasks: figures.late_tasks + (part.late_tasks ?? 0),
    won: figures.won + (part.won ?? 0),
    won_cents: figures.won_cents + (part.won_cents ?? 0),
    opt_outs: figures.opt_outs + (part.opt_outs ?? 0),
  };
}

function sumOf(parts: readonly Part[]): Figures {
  return parts.reduce<Figures>(addFigures, NOTHING);
}

function toGoal(goal: Goal | undefined): Goal {
  return goal ? { contacted: goal.contacted, won: goal.won, won_cents: goal.won_cents } : NO_GOAL;
}

function sumGoals(rows: readonly ResultOfPerson[]): Goal {
  const sum = (field: keyof Goal) =>
    rows.reduce<number | null>(
      (all, { goal }) => (goal[field] === null ? all : (all ?? 0) + goal[field]),
      null,
    );
  return { contacted: sum("contacted"), won: sum("won"), won_cents: sum("won_cents") };
}
