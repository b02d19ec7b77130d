import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../api/alertFailure.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { datedName, saveFile } from '../exports/download.ts'

/** Saves the result of `read` as a file named after `name` and the date. */
export function ExportCsv({ name, read }: { name: string; read: () => Promise<Blob> }) {
  const download = useMutation({
    mutationKey: ['Licenses_export'],
    mutationFn: read,
    onSuccess: (csv) => saveFile(csv, datedName(name, 'csv')),
    onError: (error) => alertFailure(error, m.ui_export_failed()),
  })
  return (
    <IconButton kind="secondary" label={m.ui_export()} icon={<Download />} loading={download.isPending} onClick={() => download.mutate()} />
  )
}
