import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../../ui/form/Button.tsx'
import { deferred } from '../../ui/overlay/deferred.tsx'
import { archivesQuery } from './queries.ts'

const ArchiveDialog = deferred<{ onClose: () => void }>(() => import('./ArchiveDialog.tsx').then((module) => module.ArchiveDialog))

/** Leads to the archived months, if there are any. */
export function ArchiveButton() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(archivesQuery)
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <Button icon={<Archive />} onClick={() => setOpen(true)}>
        {m.audit_archive()}
      </Button>
      {isOpen ? <ArchiveDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
