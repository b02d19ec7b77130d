import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { useAuth } from '../session/state.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { DefaultLayout } from './DefaultLayout.tsx'
import { EmptyLayout } from './EmptyLayout.tsx'
import { useDocumentTitle } from './titles.ts'

/** The menu stays in reach of who is signed in. */
export function EitherLayout({ children }: { children: ReactNode }) {
  const { isAuthenticated } = useAuth()
  return isAuthenticated ? <DefaultLayout>{children}</DefaultLayout> : <EmptyLayout>{children}</EmptyLayout>
}

/** Specification 1, section 8: an unmatched route. */
export function NotFoundPage() {
  useDocumentTitle(m.shell_not_found())
  return (
    <EmptyState
      level={1}
      icon={<FileQuestion />}
      title={m.shell_not_found()}
      actions={
        <Link to="/" className={buttonClass('primary')}>
          {m.shell_home()}
        </Link>
      }
    />
  )
}

/** Whatever a page could not handle itself. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorState level={1} error={error} fallback={m.shell_error()} onRetry={retry} />
}
