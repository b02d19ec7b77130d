import {
  downloadSystemArchive,
  exportSystemLog,
  getSystemEvent,
  getSystemLogHistogram,
  ingestSystemLog,
  listArchivedEvents,
  listSystemArchives,
  listSystemLog,
} from '@steward/contract/system-log/endpoints'
import { attachment } from '../exports/stream-export.ts'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { ArchiveService } from '../log-archive/service.ts'
import { listEventsOf } from './archived.ts'
import type { TakeEvents } from './ingest.ts'
import type { SystemEventService } from './service.ts'

interface Services {
  events: SystemEventService
  archive: ArchiveService
  take: TakeEvents
}

/** Binds the system log of the contract. */
export function bindSystemEventRoutes(bind: Bind, { events, archive, take }: Services): void {
  bind(ingestSystemLog, async ({ principal, request, body }) => take(principal, request.id, body))

  bind(listSystemLog, async (call) => events.list(callerOf(call), call.query))

  bind(getSystemLogHistogram, async (call) => events.histogram(callerOf(call), call.query))

  bind(exportSystemLog, async (call) => {
    call.reply.header('content-disposition', attachment('system-log'))
    return events.export(callerOf(call), call.query)
  })

  bind(getSystemEvent, async (call) => events.get(callerOf(call), call.params.cursor))

  bind(listSystemArchives, async (call) => archive.list(callerOf(call)))

  bind(listArchivedEvents, async (call) => listEventsOf(archive, callerOf(call), call.params.archiveId, call.query))

  bind(downloadSystemArchive, async (call) => {
    const { month, content } = await archive.lines(callerOf(call), call.params.archiveId)
    call.reply.header('content-disposition', attachment(`system-log-${month}`, 'jsonl'))
    return content
  })
}
