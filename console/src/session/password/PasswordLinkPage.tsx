import { useNavigate, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { LoginCard } from '../sign-in/LoginCard.tsx'
import { ErrorState, SkeletonLines } from '../../ui/display/states.tsx'
import { LinkInvalid, NewPasswordPage, type LinkKind } from './NewPasswordPage.tsx'
import { savePassword, type LinkState } from './passwordLink.ts'

/** The page behind a mailed link: sets a new password, or explains how to get another link. */
export function PasswordLinkPage({ kind, link }: { kind: LinkKind; link: LinkState }) {
  const navigate = useNavigate()
  if (link.state === 'invalid') return <LinkInvalid kind={kind} />
  const save = async (newPassword: string) => {
    const { tenantName, username } = await savePassword(link.token, newPassword)
    const reason = link.link.kind === 'activation' ? 'passwordSet' : 'passwordChanged'
    await navigate({ to: '/login', search: { tenant: tenantName, username, reason }, replace: true })
  }
  return <NewPasswordPage link={link.link} onSave={save} />
}

/** Shown while the link is loading. */
export function PasswordLinkPending() {
  return (
    <LoginCard title={m.link_reading()}>
      <SkeletonLines count={5} />
    </LoginCard>
  )
}

/** The link could not be loaded; it can still be valid. */
export function PasswordLinkError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <LoginCard title={m.link_failed_title()}>
      <ErrorState error={error} fallback={m.link_failed_text()} onRetry={retry} />
    </LoginCard>
  )
}
