/** Spreadsheets run a cell that begins like this as a formula (OWASP, "CSV Injection"); `csv_text` of the database guards it. */
const formula = /^[=+\-@\t\r]/

/** The text of a cell that was exported, without the apostrophe that keeps it from being a formula. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
}
