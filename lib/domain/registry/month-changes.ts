/** The changes that a month would bring, before it is searched; counted in establishments. */
export interface MonthChanges {
  /** The month that is searched ("2026-11"); null before the first. */
  before: string | null;
  /** Active now, and not in the files before. */
  opened: number;
  /** Active now, in another situation before. */
  reopened: number;
  /** Active before, in another situation now. */
  closed: number;
  /** Of those active in both: in another city; with other phones or another e-mail. */
  moved: number;
  contact_changed: number;
  /** In the files before, and not in these. */
  missing: number;
}
