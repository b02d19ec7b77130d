import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../ui/form/Button.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { archivesQuery } from './queries.ts'
import type { ArchiveSource } from './source.ts'

const ArchiveDialog = deferred<{ source: ArchiveSource; onClose: () => void }>(() =>
  import('./ArchiveDialog.tsx').then((module) => module.ArchiveDialog),
)

/** Leads to the archived months, if there are any. */
export function ArchiveButton({ source }: { source: ArchiveSource }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(archivesQuery(source))
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <Button icon={<Archive />} onClick={() => setOpen(true)}>
        {m.archive()}
      </Button>
      {isOpen ? <ArchiveDialog source={source} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
