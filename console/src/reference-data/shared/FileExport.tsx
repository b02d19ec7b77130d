import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../../api/alertFailure.ts'
import { datedName, saveFile } from '../../exports/download.ts'
import { IconButton } from '../../ui/form/Button.tsx'

/** Saves the filtered table as a file that can be changed and uploaded again. */
export function FileExport({ name, read }: { name: string; read: () => Promise<string> }) {
  const download = useMutation({
    mutationKey: [`export_${name}`],
    mutationFn: read,
    onSuccess: (csv) => saveFile(new Blob([csv], { type: 'text/csv' }), datedName(name, 'csv')),
    onError: (error) => alertFailure(error, m.ui_export_failed()),
  })
  return (
    <IconButton kind="secondary" label={m.ui_export()} icon={<Download />} loading={download.isPending} onClick={() => download.mutate()} />
  )
}
