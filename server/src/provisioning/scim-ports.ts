import type { Logger } from 'pino'
import { limitRemovals } from './deprovisioning-limit.ts'
import { type LimitOptions, type LimitService, createLimitService } from './limit-service.ts'
import { createProvisioningRecorder } from './recorder.ts'
import type { ScimPorts } from './scim/types.ts'

export interface Watching {
  limit: LimitService
  /** What the protocol server asks before it removes access, and tells when an operation is over. */
  ports: ScimPorts
  /** Writes what waits. */
  close(): Promise<void>
}

/** The log of provisioning and the deprovisioning limit, behind the protocol server. */
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
