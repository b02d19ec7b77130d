import type { Logger } from 'pino'
import type { Db } from '../../db/pool.ts'
import type { ExportsArea } from '../../exports/area.ts'

/** Shared by the parts of uploads. */
export interface UploadContext {
  db: Db
  log: Logger
  keep: ExportsArea['keep']
  settings: {
    /** Total bytes that the files of a tenant can use, of exports and of uploads that aren't read yet. */
    bytesPerTenant: number
    /** Most rates of a file; few in tests. */
    ratesPerUpload?: number
    now: () => Date
  }
}

/** Minimum time between progress updates. */
export const progressEveryMs = 1_000
/** An upload without an update for this long is dead. */
export const deadAfterSeconds = 60
