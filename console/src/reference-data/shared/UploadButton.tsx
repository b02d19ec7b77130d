import { Upload } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../../ui/form/Button.tsx'

/** Opens the panel that uploads a table's file. */
export function UploadButton({ reason, onClick }: { reason: string | undefined; onClick: () => void }) {
  return (
    <Button icon={<Upload />} disabledReason={reason} onClick={onClick}>
      {m.currencies_upload()}
    </Button>
  )
}
