import type { FastifyInstance, FastifyReply } from 'fastify'
import { problem } from '@steward/contract/errors'
import {
  cancelTemporaryFile,
  countExport,
  createExport,
  deleteTemporaryFile,
  downloadTemporaryFile,
  getTemporaryFile,
  listTemporaryFiles,
  openTemporaryFile,
} from '@steward/contract/exports/endpoints'
import { jsonLinesKinds, jsonLinesType } from '@steward/contract/rules/exports'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import { type DownloadCookies, savedPath } from './download-cookie.ts'
import type { FileService } from './service.ts'

export interface ExportRoutes {
  files: FileService
  cookies: DownloadCookies
  isSessionOpen(tenantId: string, sessionId: string): Promise<boolean>
}

/** Binds exports and temporary files. */
export function bindExportRoutes(http: FastifyInstance, bind: Bind, { files, cookies, isSessionOpen }: ExportRoutes): void {
  bind(createExport, async (call) => {
    if (call.body.kind === 'users') await call.requireFresh()
    return files.create(callerOf(call), call.principal, call.body)
  })
  bind(countExport, async (call) => files.count(callerOf(call), call.principal, call.body))
  bind(listTemporaryFiles, async (call) => files.list(callerOf(call), call.principal, call.query))
  bind(getTemporaryFile, async (call) => files.get(callerOf(call), call.principal, call.params.fileId))
  bind(cancelTemporaryFile, async (call) => files.cancel(callerOf(call), call.principal, call.params.fileId))
  bind(deleteTemporaryFile, async (call) => files.remove(callerOf(call), call.principal, call.params.fileId))
  bind(downloadTemporaryFile, async (call) => {
    const { file, content } = await files.read(callerOf(call), call.principal, call.params.fileId)
    describe(call.reply, file)
    return content
  })
  bind(openTemporaryFile, async (call) => {
    const { sessionId } = call.principal
    if (sessionId === undefined) throw problem('person_needed')
    const { fileId } = await files.check(callerOf(call), call.principal, call.params.fileId)
    await cookies.set(call.reply, { ...call.principal, sessionId }, fileId)
    return { path: savedPath(fileId) }
  })
  // Not in the contract: only browsers with a cookie from `openTemporaryFile` request it.
  http.get<{ Params: { fileId: string } }>(savedPath(':fileId'), async (request, reply) => {
    const { fileId } = request.params
    const principal = await cookies.read(request, fileId)
    if (!principal || !(await isSessionOpen(principal.tenantId, principal.sessionId))) throw problem('unauthenticated')
    const { file, content } = await files.read(callerOf({ principal, request }), principal, fileId)
    describe(reply, file)
    return reply.send(content)
  })
}

function describe(reply: FastifyReply, { kind, fileName, sizeBytes }: TemporaryFile): void {
  void reply.type(jsonLinesKinds.has(kind) ? jsonLinesType : 'text/csv; charset=utf-8')
  void reply.header('content-disposition', `attachment; filename="${fileName}"`).header('content-length', sizeBytes)
  // Personal data must not be cached.
  void reply.header('cache-control', 'no-store')
}
