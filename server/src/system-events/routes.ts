import {
  exportSystemLog,
  getSystemEvent,
  getSystemLogHistogram,
  ingestSystemLog,
  listSystemLog,
} from '@steward/contract/system-log/endpoints'
import { attachment } from '../exports/stream-export.ts'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { TakeEvents } from './ingest.ts'
import type { SystemEventService } from './service.ts'

/** Binds the system log of the contract. */
export function bindSystemEventRoutes(bind: Bind, events: SystemEventService, take: TakeEvents): void {
  bind(ingestSystemLog, async ({ principal, request, body }) => take(principal, request.id, body))

  bind(listSystemLog, async (call) => events.list(callerOf(call), call.query))

  bind(getSystemLogHistogram, async (call) => events.histogram(callerOf(call), call.query))

  bind(exportSystemLog, async (call) => {
    call.reply.header('content-disposition', attachment('system-log'))
    return events.export(callerOf(call), call.query)
  })

  bind(getSystemEvent, async (call) => events.get(callerOf(call), call.params.cursor))
}
