import type { Readable } from 'node:stream'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Db } from '../db/pool.ts'
import type { Caller } from '../http/caller.ts'
import { originOf, recordAlone } from '../system-log/record.ts'
import { csvStream } from './csv-stream.ts'

/**
 * A filtered list as a file, with an entry in the system log that names its user.
 * @param what the name of the list in the system log
 */
export async function streamExport(db: Db, caller: Caller, what: string, source: CsvSource): Promise<Readable> {
  await noteExport(db, caller, what)
  return csvStream(db, caller, source)
}

/** Records an export in the system log. */
export async function noteExport(db: Db, caller: Caller, what: string): Promise<void> {
  await recordAlone(db, caller, { kind: 'export', outcome: 'success', ...originOf(caller), details: { what } })
}

/** The header with the file name of a streamed list. */
export const attachment = (name: string, extension = 'csv'): string => `attachment; filename="${name}.${extension}"`
