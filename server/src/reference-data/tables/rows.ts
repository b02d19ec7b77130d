import { type ErrorCode, type FieldFault, problem } from '@steward/contract/errors'

/** Rows that are created or changed by their keys, one by a request or many by a file. */

/** Why a row can't be saved; `field` is one of its own. */
export interface RowFault extends FieldFault {
  /** Position among the rows. */
  index: number
  code: ErrorCode
}

export type Outcome = 'created' | 'changed' | 'unchanged'

/** What saving did to each row, in their order; nothing if there are faults. */
export interface Saved {
  outcomes: Outcome[]
  faults: RowFault[]
}

/** Holds a request to the version that its row is based on; 0 is the version of a row that doesn't exist. @throws version_conflict */
export function mustBeVersion(ifMatch: number | undefined, version: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== (version ?? 0)) throw problem('version_conflict')
}

/** For a request with one row. @throws the first fault */
export function mustBeSaved({ faults: [fault] }: Saved): void {
  if (fault) throw problem(fault.code, fault.parameters, { field: `0.${fault.field}` })
}
