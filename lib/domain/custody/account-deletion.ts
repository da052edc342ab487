/** Days in which a requested deletion can be taken back. */
export const DELETION_DAYS = 7;

/** What a person types before the account is deleted. */
export const DELETION_WORD = "EXCLUIR";

/**
 * For how long payments outlive their account: until the tax authority may no longer ask for them, five years counted
 * from the year after (Código Tributário Nacional, arts. 173 and 195).
 */
export const PAYMENTS_KEPT_YEARS = 6;

/** Hours for which an archive of the account can be downloaded. */
export const EXPORT_HOURS = 24;
