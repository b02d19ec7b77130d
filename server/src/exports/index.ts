import type { FastifyInstance, FastifyReply } from 'fastify'
import { problem } from '@steward/contract/errors'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import {
  cancelTemporaryFile,
  createExport,
  deleteTemporaryFile,
  downloadTemporaryFile,
  getTemporaryFile,
  listTemporaryFiles,
  openTemporaryFile,
} from '@steward/contract/exports/endpoints'
import { type ScheduledTask, type Task, taskFor } from '../background/jobs.ts'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../access/caller.ts'
import type { Caller } from '../access/ports.ts'
import { createDownloadCookies, savedPath } from './download-cookie.ts'
import { expireFiles } from './expiry.ts'
import type { TemporaryFilesPorts } from './ports.ts'
import { createExportRunner } from './runner.ts'
import { type KeptFile, createFileService, runExportsJob } from './service.ts'

export type { TemporaryFilesPorts } from './ports.ts'

export interface TemporaryFilesArea {
  tasks: readonly Task[]
  schedule: readonly ScheduledTask[]
  bind(http: FastifyInstance, bind: Bind): void
  /** Keeps a file that another area made; answers its id, or undefined where there is no space. */
  keep(caller: Caller, file: KeptFile): Promise<string | undefined>
  /** Lets go of exports that run; another process begins them anew. */
  stop(): Promise<void>
}

/** Exports in the background and the files they leave. */
export function createTemporaryFiles(ports: TemporaryFilesPorts): TemporaryFilesArea {
  const files = createFileService(ports)
  const runner = createExportRunner(ports)
  const cookies = createDownloadCookies(ports.keys, ports.settings)
  return {
    tasks: [taskFor(runExportsJob, () => runner.drain())],
    schedule: [
      // What a process that died left behind, and what waits for its next try.
      { name: 'resume_exports', cron: '* * * * *', run: () => runner.drain() },
      { name: 'expire_temporary_files', cron: '11 * * * *', run: () => expireFiles(ports.db, ports.settings.now()) },
    ],
    bind(http, bind) {
      bind(createExport, async (call) => files.create(callerOf(call), call.principal, call.body))
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
      // Not in the contract: it is asked by browsers that `openTemporaryFile` has let in, and by nobody else.
      http.get<{ Params: { fileId: string } }>(savedPath(':fileId'), async (request, reply) => {
        const { fileId } = request.params
        const principal = await cookies.read(request, fileId)
        if (!principal || !(await ports.isSessionOpen(principal.tenantId, principal.sessionId))) throw problem('unauthenticated')
        const { file, content } = await files.read(callerOf({ principal, request }), principal, fileId)
        describe(reply, file)
        return reply.type('text/csv; charset=utf-8').send(content)
      })
    },
    keep: (caller, file) => files.keep(caller, file),
    stop: () => runner.stop(),
  }
}

function describe(reply: FastifyReply, { fileName, sizeBytes }: TemporaryFile): void {
  void reply.header('content-disposition', `attachment; filename="${fileName}"`).header('content-length', sizeBytes)
  // Personal data stays out of caches.
  void reply.header('cache-control', 'no-store')
}
