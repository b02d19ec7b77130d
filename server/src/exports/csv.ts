/** Spreadsheets run a cell that begins like this as a formula (OWASP, "CSV Injection"); the database's `csv_text` escapes it. */
const formula = /^[=+\-@|\t\r]/

/** A line of CSV (RFC 4180) with formulas escaped. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map((cell) => quoted(String(cell))).join(',')}\n`

function quoted(text: string): string {
  const guarded = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** The text of an exported cell, without the apostrophe that escapes a formula. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
}
