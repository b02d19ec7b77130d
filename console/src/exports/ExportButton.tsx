import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CallInput } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { createExport } from '@steward/contract/exports/endpoints'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { jsonLinesKinds, jsonLinesType } from '@steward/contract/rules/exports'
import { hasPermission } from '../session/permissions/permissions.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import { datedName, saveFile } from './download.ts'
import { fileTables } from './queries.ts'

const StartedExport = deferred<{ fileId: string; open?: boolean }>(async () => (await import('./StartedExport.tsx')).StartedExport)

interface ExportedPage {
  totalCount: number
  totalIsExact: boolean
  limit: number
}

interface Exported {
  /** What to export, with the current filters. */
  input: CallInput<typeof createExport>['body']
  /** Exports the same data immediately. */
  atOnce: () => Promise<string>
}

export interface ExportButtonProps extends Exported {
  /**
   * The current page of the list, or its pending load. If all matches fit on it, the export is immediate; longer lists
   * are exported in the background.
   */
  page: () => Promise<ExportedPage>
  /** The same data as JSON Lines: the button asks for the format. */
  lines?: Exported
}

/** Exports the filtered list, and shows progress if it takes a while. */
export function ExportButton({ page, lines, ...csv }: ExportButtonProps) {
  const [fileId, setFileId] = useState<string>()
  const start = useMutation({
    mutationKey: [`export_${csv.input.kind}`],
    mutationFn: async ({ input, atOnce }: Exported) => {
      const { totalCount, totalIsExact, limit } = await page()
      if (!totalIsExact || totalCount > limit) return api(createExport, { body: input })
      const isJsonLines = jsonLinesKinds.has(input.kind)
      const content = new Blob([await atOnce()], { type: isJsonLines ? jsonLinesType : 'text/csv' })
      saveFile(content, datedName(csv.input.kind, isJsonLines ? 'jsonl' : 'csv'))
      return undefined
    },
    onSuccess: (file) => {
      setFileId(file?.fileId)
      if (file === undefined) return
      const started = hasPermission('Navigation.TemporaryData') ? m.files_export_started : m.files_export_started_launch
      alerts.info(started({ name: file.fileName }))
      void invalidateTables(fileTables)
    },
    onError: (error, { input }) => alertFailure(error, jsonLinesKinds.has(input.kind) ? m.ui_export_lines_failed() : m.ui_export_failed()),
  })
  return (
    <>
      {fileId === undefined ? null : <StartedExport fileId={fileId} />}
      {lines === undefined ? (
        <IconButton
          kind="secondary"
          label={m.ui_export()}
          icon={<Download />}
          loading={start.isPending}
          onClick={() => start.mutate(csv)}
        />
      ) : (
        <Menu trigger={<IconButton kind="secondary" label={m.ui_export_menu()} icon={<Download />} loading={start.isPending} />}>
          <MenuItem label={m.ui_export_as_csv()} onSelect={() => start.mutate(csv)} />
          <MenuItem label={m.ui_export_as_lines()} onSelect={() => start.mutate(lines)} />
        </Menu>
      )}
    </>
  )
}
