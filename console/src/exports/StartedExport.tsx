import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { buttonClass } from '../ui/form/Button.tsx'
import { formatShare, shareOf, statusLabels } from './labels.ts'
import { fileQuery } from './queries.ts'

/** The background export started here: its progress, then a link to the file. Renders nothing after the file is gone. */
export function StartedExport({ fileId }: { fileId: string }) {
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
