import type { Area } from '../area.ts'
import { taskFor } from '../background/jobs.ts'
import type { Caller } from '../http/caller.ts'
import { publish } from '../notifications/publish.ts'
import type { SessionArea } from '../session/area.ts'
import type { Shared } from '../shared.ts'
import type { ExportContext } from './context.ts'
import { createDownloadCookies } from './download-cookie.ts'
import { expireFiles } from './expiry.ts'
import { bindExportRoutes } from './routes.ts'
import { createExportRunner } from './runner.ts'
import { type KeptFile, createFileService, runExportsJob } from './service.ts'

export interface ExportPorts extends Pick<ExportContext, 'sourceOf'> {
  session: SessionArea
}

/** Background exports and their files. */
export interface ExportsArea extends Area {
  /** Saves a file that another area created; returns its id, or undefined if there is no space. */
  keep(caller: Caller, file: KeptFile): Promise<string | undefined>
}

export function createExportsArea(shared: Shared, { session, sourceOf }: ExportPorts): ExportsArea {
  const { config, db, now } = shared
  const settings = { publicUrl: config.publicUrl, bytesPerTenant: config.temporaryBytesPerTenant, now }
  const context: ExportContext = { ...shared, sourceOf, publish: (tx, message) => publish(tx, message, now()), settings }
  const files = createFileService(context)
  const runner = createExportRunner(context)
  const cookies = createDownloadCookies(session.service.keys, settings)
  return {
    name: 'exports',
    keep: (caller, file) => files.keep(caller, file),
    tasks: [taskFor(runExportsJob, () => runner.drain())],
    schedules: [
      // Interrupted exports of dead processes, and exports waiting for a retry.
      { name: 'resume_exports', cron: '* * * * *', run: () => runner.drain() },
      { name: 'expire_temporary_files', cron: '11 * * * *', run: () => expireFiles(db, now()) },
    ],
    bind: (bind, http) => bindExportRoutes(http, bind, { files, cookies, isSessionOpen: session.isOpen }),
    // Another process restarts interrupted exports.
    stop: () => runner.stop(),
  }
}
