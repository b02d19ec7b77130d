import { FileQuestion } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { useDocumentTitle } from '../pages/titles.ts'
import { EmptyState } from '../ui/display/states.tsx'
import { HomeLink } from './HomeLink.tsx'

export function NotFoundPage() {
  useDocumentTitle(m.shell_not_found())
  return (
    <EmptyState level={1} icon={<FileQuestion />} title={m.shell_not_found()} actions={<HomeLink />}>
      {m.shell_not_found_text()}
    </EmptyState>
  )
}
