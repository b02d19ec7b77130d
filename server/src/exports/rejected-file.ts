import type { FieldFault } from '@steward/contract/errors'
import type { Language } from '@steward/contract/languages'
import { byteOrderMark } from '../db/csv-copy.ts'
import { faultText } from '../http/problems.ts'
import { csvLine } from './csv.ts'

/** What a file of rejected lines has besides its columns: it can be corrected and uploaded as it is, without these being read. */
export const reasonColumns = ['line', 'reason'] as const

interface RejectedLine {
  line: number
  /** Undefined if the fault is of the file: it has no line in this one. */
  cells?: readonly string[] | undefined
  faults: readonly FieldFault[]
}

/** Rejected lines with their reasons, as a file. */
export async function* rejectedFile(
  columns: readonly string[],
  batches: AsyncIterable<readonly RejectedLine[]>,
  language: Language,
): AsyncGenerator<Buffer> {
  yield Buffer.concat([byteOrderMark, Buffer.from(csvLine([...columns, ...reasonColumns]))])
  for await (const lines of batches) {
    const text = lines.flatMap(({ line, cells, faults }) =>
      cells ? csvLine([...cells, line, faults.map((fault) => faultText(fault, language)).join(' ')]) : [],
    )
    yield Buffer.from(text.join(''))
  }
}
