import type { Logger } from 'pino'
import { limitRemovals } from './deprovisioning-limit.ts'
import { type LimitOptions, type LimitService, createLimitService } from './limit-service.ts'
import { createProvisioningRecorder } from './recorder.ts'
import type { ScimPorts } from './scim/types.ts'

export interface Watching {
  limit: LimitService
  /** Called by the protocol server before it removes access, and after each operation. */
  ports: ScimPorts
  /** Writes batched entries. */
  close(): Promise<void>
}

/** Connects the protocol server to the provisioning log and the deprovisioning limit. */
export function createWatching(options: LimitOptions & { log: Logger }): Watching {
  const { db, log, now } = options
  const limit = createLimitService(options)
  const recorder = createProvisioningRecorder({ db, log, now, onLimit: (caller, at) => limit.stop(caller, at) })
  return {
    limit,
    ports: {
      limitRemovals: (tx, _caller, userIds) => limitRemovals(tx, userIds, now()),
      record: (caller, entry, tx) => recorder.record(caller, entry, tx),
    },
    close: () => recorder.close(),
  }
}
