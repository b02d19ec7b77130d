import { ProblemError } from '@steward/contract/http'

/**
 * A field that something else changed after the change that is to be undone. Values as in the audit log, empty without one; of a link or
 * of a whole record `exists`, or empty.
 */
export interface UndoConflict {
  category: string
  entityName: string
  /** Empty for a whole record. */
  fieldName: string
  before: string
  after: string
  now: string
}

/** The conflicts that an undo was refused for; none for other failures. */
export function conflictsOf(error: unknown): UndoConflict[] {
  if (!(error instanceof ProblemError) || error.problem.code !== 'change_conflict') return []
  return (error.problem.errors ?? []).map(({ parameters = {} }) => {
    const text = (name: keyof UndoConflict) => String(parameters[name] ?? '')
    return {
      category: text('category'),
      entityName: text('entityName'),
      fieldName: text('fieldName'),
      before: text('before'),
      after: text('after'),
      now: text('now'),
    }
  })
}
