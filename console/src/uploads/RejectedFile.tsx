import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../api/alertFailure.ts'
import { saveTemporaryFile } from '../exports/queries.ts'
import { Button } from '../ui/form/Button.tsx'

/** The refused lines with their reasons, to fix them in a spreadsheet. */
export function RejectedFile({ fileId }: { fileId: string }) {
  const download = useMutation({
    mutationKey: ['download_temporary_file'],
    // The server names it.
    mutationFn: () => saveTemporaryFile({ fileId, fileName: '' }),
    onError: (error) => alertFailure(error, m.files_error_open()),
  })
  return (
    <Button small icon={<Download />} loading={download.isPending} onClick={() => download.mutate()}>
      {m.ui_upload_rejected_download()}
    </Button>
  )
}
