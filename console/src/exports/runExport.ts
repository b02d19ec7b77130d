import { countExport, createExport } from '@steward/contract/exports/endpoints'
import type { CallInput } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { jsonLinesKinds, jsonLinesType, mostStreamedRows } from '@steward/contract/rules/exports'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { hasPermission } from '../session/permissions/permissions.ts'
import { datedName, saveFile } from './download.ts'
import { fileTables } from './queries.ts'

// Comes with what starts it: the button names one file to load.
export { StartedExport } from './StartedExport.tsx'

export interface ExportedPage {
  totalCount: number
  totalIsExact: boolean
}

export interface Exported {
  /** What to export, with the current filters. */
  input: CallInput<typeof createExport>['body']
  /** Exports the same data immediately. */
  atOnce: () => Promise<string>
}

/** Streams a list of at most 50,000 rows; for a longer one, starts an export in the background and returns the id of its file. */
export async function runExport({ input, atOnce }: Exported, page: () => Promise<ExportedPage>): Promise<string | undefined> {
  const rows = (await knownRows(page)) ?? (await api(countExport, { body: input })).rows
  if (rows !== null && rows <= mostStreamedRows) {
    const isJsonLines = jsonLinesKinds.has(input.kind)
    const content = new Blob([await atOnce()], { type: isJsonLines ? jsonLinesType : 'text/csv' })
    saveFile(content, datedName(input.kind, isJsonLines ? 'jsonl' : 'csv'))
    return undefined
  }
  const { fileId, fileName } = await api(createExport, { body: input })
  const started = hasPermission('Navigation.TemporaryData') ? m.files_export_started : m.files_export_started_launch
  alerts.info(started({ name: fileName }))
  void invalidateTables(fileTables)
  return fileId
}

async function knownRows(page: () => Promise<ExportedPage>): Promise<number | undefined> {
  const { totalCount, totalIsExact } = await page()
  return totalIsExact ? totalCount : undefined
}
