import type { Language } from '@steward/contract/languages'
import { byteOrderMark } from '../../db/csv-copy.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import { csvLine } from '../../exports/csv.ts'
import { faultText } from '../../http/problems.ts'
import { rateColumns, reasonColumns } from './lines.ts'
import { readRefused } from './staging.ts'

/** The refused lines with their reasons, as a file that can be corrected and uploaded. Faults of the file itself have no line in it. */
export async function* refusedFile(tx: TenantTransaction, language: Language): AsyncGenerator<Buffer> {
  yield Buffer.concat([byteOrderMark, Buffer.from(csvLine([...rateColumns, ...reasonColumns]))])
  for await (const lines of readRefused(tx)) {
    const text = lines.flatMap(({ line, values, faults }) =>
      values ? csvLine([...values, line, faults.map((fault) => faultText(fault, language)).join(' ')]) : [],
    )
    yield Buffer.from(text.join(''))
  }
}
