import { randomUUID } from 'node:crypto'
import type { Row } from '../db/types.ts'
import type { Caller } from '../http/caller.ts'
import { type OcsfEvent, classes, eventOf } from './ocsf.ts'

/** The event that an administrator sends to try a destination. */
export function testEvent({ tenantId, actor, requestId }: Caller, stream: Row<'log_stream'>, now: Date): OcsfEvent {
  const user = { name: actor.name, uid: actor.id, type: actor.type }
  return eventOf(
    {
      uid: randomUUID(),
      tenantId,
      at: now.toISOString(),
      logName: 'system',
      code: 'log_stream_test',
      message: `Test of the log stream ${stream.log_stream_name}`,
      isFailure: false,
      requestId,
    },
    classes.apiActivity,
    { id: 99, name: 'Test' },
    { actor: { user }, src_endpoint: { name: 'Steward' }, api: { operation: 'log_stream_test', service: { name: 'Steward' } } },
  )
}
