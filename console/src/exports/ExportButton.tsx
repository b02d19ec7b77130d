import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { useShownMoment } from '../api/moment.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import type { Exported, ExportedPage } from './runExport.ts'

const StartedExport = deferred<{ fileId: string; onEnd: (hadFocus: boolean) => void; open?: boolean }>(
  async () => (await import('./runExport.ts')).StartedExport,
)

export interface ExportButtonProps extends Exported {
  /** The current page of the list, or its pending load, with what is known about the number of matches. */
  page: () => Promise<ExportedPage>
  /** The same data as JSON Lines: the button asks for the format. */
  lines?: Exported
}

/** Exports the filtered list; a long one in the background, with its progress in place of the button and the download at its end. */
export function ExportButton({ page, lines, ...csv }: ExportButtonProps) {
  const moment = useShownMoment()
  const [fileId, setFileId] = useState<string>()
  const [isFocusLost, setFocusLost] = useState(false)
  const start = useMutation({
    mutationKey: [`export_${csv.input.kind}`],
    // Loads with the first export; the list does not wait for it.
    mutationFn: async (exported: Exported) => {
      const started = await (await import('./runExport.ts')).runExport(exported, page)
      if (started !== undefined) await StartedExport.preload()
      return started
    },
    onSuccess: setFileId,
    onError: (error, exported) => alertFailure(error, exported === lines ? m.ui_export_lines_failed() : m.ui_export_failed()),
  })
  // Exports are of now.
  if (moment !== undefined) return null
  if (fileId !== undefined) {
    const onEnd = (hadFocus: boolean) => {
      setFocusLost(hadFocus)
      setFileId(undefined)
    }
    return <StartedExport fileId={fileId} onEnd={onEnd} />
  }
  const look = { kind: 'secondary', icon: <Download />, loading: start.isPending, autoFocus: isFocusLost } as const
  return lines === undefined ? (
    <IconButton {...look} label={m.ui_export()} onClick={() => start.mutate(csv)} />
  ) : (
    <Menu trigger={<IconButton {...look} label={m.ui_export_menu()} />}>
      <MenuItem label={m.ui_export_as_csv()} onSelect={() => start.mutate(csv)} />
      <MenuItem label={m.ui_export_as_lines()} onSelect={() => start.mutate(lines)} />
    </Menu>
  )
}
