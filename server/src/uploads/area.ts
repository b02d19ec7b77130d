import { getUploadProgress } from '@steward/contract/uploads/endpoints'
import type { Area } from '../area.ts'
import { callerOf } from '../http/caller.ts'
import type { Shared } from '../shared.ts'
import { readProgress } from './progress.ts'

/** The progress of files that are being uploaded. */
export const createUploadsArea = ({ db }: Pick<Shared, 'db'>): Area => ({
  name: 'uploads',
  bind(bind) {
    bind(getUploadProgress, async (call) => {
      const progress = await readProgress(db, callerOf(call), call.query.uploadId)
      return { step: progress?.step ?? null, lines: progress?.lines ?? 0, totalLines: progress?.total ?? null }
    })
  },
})
