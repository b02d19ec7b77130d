import { ProblemError } from '@steward/contract/http'

/** A field that something else changed after the change that is to be undone. Values as in the audit log; empty without one. */
export interface UndoConflict {
  category: string
  entityName: string
  fieldName: string
  before: string
  after: string
  now: string
}

/** The conflicts that an undo was refused for; none for other failures. */
export function conflictsOf(error: unknown): UndoConflict[] {
  if (!(error instanceof ProblemError) || error.problem.code !== 'change_conflict') return []
  return (error.problem.errors ?? []).map(({ field, parameters = {} }) => {
    const text = (name: keyof UndoConflict, fallback = '') => String(parameters[name] ?? fallback)
    return {
      category: text('category'),
      entityName: text('entityName'),
      fieldName: text('fieldName', field),
      before: text('before'),
      after: text('after'),
      now: text('now'),
    }
  })
}
