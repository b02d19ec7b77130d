import { getStorage, ingestStorage } from '@steward/contract/storage/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { IngestPorts } from '../usage/ingest.ts'
import { ingestArchive } from './ingest.ts'
import type { StorageService } from './service.ts'

/** Binds the endpoints for services to report what the archive holds, and for users to view it. */
export function bindStorageRoutes(bind: Bind, storage: StorageService, ports: IngestPorts): void {
  bind(ingestStorage, async ({ principal, request, body }) => ingestArchive(ports, principal, request.id, body))
  bind(getStorage, async (call) => storage.read(call.principal, callerOf(call), call.query))
}
