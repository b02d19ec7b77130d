import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CallInput } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { createExport } from '@steward/contract/exports/endpoints'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { hasPermission } from '../session/permissions/permissions.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { buttonClass, IconButton } from '../ui/form/Button.tsx'
import { datedName, saveFile } from './download.ts'
import { fileQuery, fileTables } from './queries.ts'
import { formatShare, shareOf, statusLabels } from './labels.ts'

interface ExportedPage {
  totalCount: number
  totalIsExact: boolean
  limit: number
}

export interface ExportButtonProps {
  /** What is exported, as it is filtered. */
  input: CallInput<typeof createExport>['body']
  /**
   * The page of the list that is in sight, or on its way: what fits it is exported at once, whatever is longer in the
   * background.
   */
  page: () => Promise<ExportedPage>
  /** Exports the same at once. */
  atOnce: () => Promise<string>
}

/** Export of what is filtered, and how far it is where it takes a while. */
export function ExportButton({ input, page, atOnce }: ExportButtonProps) {
  const [fileId, setFileId] = useState<string>()
  const start = useMutation({
    mutationKey: [`export_${input.kind}`],
    mutationFn: async () => {
      const { totalCount, totalIsExact, limit } = await page()
      if (!totalIsExact || totalCount > limit) return api(createExport, { body: input })
      saveFile(new Blob([await atOnce()], { type: 'text/csv' }), datedName(input.kind, 'csv'))
      return undefined
    },
    onSuccess: (file) => {
      setFileId(file?.fileId)
      if (file === undefined) return
      const started = hasPermission('Navigation.TemporaryData') ? m.files_export_started : m.files_export_started_launch
      alerts.info(started({ name: file.fileName }))
      void invalidateTables(fileTables)
    },
    onError: (error) => alertFailure(error, m.ui_export_failed()),
  })
  return (
    <>
      {fileId === undefined ? null : <Running fileId={fileId} />}
      <IconButton kind="secondary" label={m.ui_export()} icon={<Download />} loading={start.isPending} onClick={() => start.mutate()} />
    </>
  )
}

/** The export that was started here: its progress, then the way to the file. Nothing once it is gone. */
function Running({ fileId }: { fileId: string }) {
  const { data: file, isError } = useQuery(fileQuery(fileId))
  if (isError || file === undefined || file.status === 'cancelled' || file.status === 'expired') return null
  const share = shareOf(file)
  const percent = file.status === 'running' && share !== undefined ? formatShare(share) : statusLabels[file.status]()
  return (
    <Link to="/download" search={{ file: fileId }} className={buttonClass('quiet')}>
      <span>{file.status === 'ready' ? m.files_export_open() : m.files_export_running({ percent })}</span>
    </Link>
  )
}
