/** CSV as spreadsheets read it (RFC 4180), one line at a time. */

/** Spreadsheets run a cell that begins like this as a formula (OWASP, "CSV Injection"). */
const formula = /^[=+\-@\t\r]/

/** One cell: never a formula, quoted where it must be. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end. */
export function csvLine(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** The text that `csvCell` wrote, without the apostrophe that keeps it from being a formula. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
}
