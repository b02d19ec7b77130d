import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../api/alertFailure.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import type { Exported, ExportedPage } from './runExport.ts'

const StartedExport = deferred<{ fileId: string; open?: boolean }>(async () => (await import('./StartedExport.tsx')).StartedExport)

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
    // Loads with the first export; the list does not wait for it.
    mutationFn: async (exported: Exported) => (await import('./runExport.ts')).runExport(exported, page),
    onSuccess: setFileId,
    onError: (error, exported) => alertFailure(error, exported === lines ? m.ui_export_lines_failed() : m.ui_export_failed()),
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
