import type { FieldFault } from '@steward/contract/errors'
import type { ImportReport } from '@steward/contract/users/schemas'
import type { PlannedLine } from './plan.ts'

/** Lines that a report shows. */
const shownLines = 500

type Row = Pick<PlannedLine, 'line' | 'outcome' | 'email' | 'changes' | 'faults'>

/** Counts the lines of an import, and keeps those that its report shows: refused ones first, the others by line. */
export function createTally() {
  const counts: Record<PlannedLine['outcome'], number> = { create: 0, change: 0, unchanged: 0, refuse: 0 }
  const refused: Row[] = []
  const others: Row[] = []
  return {
    counts,

    /** In the order of the file. */
    add(row: Row): void {
      counts[row.outcome]++
      const shown = row.outcome === 'refuse' ? refused : others
      if (shown.length < shownLines) shown.push(row)
    },

    report: (
      facts: Pick<ImportReport, 'applied' | 'encoding' | 'rejectedFileId'>,
      textOf: (fault: FieldFault) => string,
    ): ImportReport => ({
      ...facts,
      created: counts.create,
      changed: counts.change,
      unchanged: counts.unchanged,
      refused: counts.refuse,
      rows: [...refused, ...others].slice(0, shownLines).map(({ line, outcome, email, changes, faults }) => ({
        line,
        outcome,
        email,
        changes: outcome === 'change' ? changes : [],
        errors: faults.map((fault) => ({ field: fault.field, code: fault.code, message: textOf(fault) })),
      })),
    }),
  }
}
