import { createFileRoute } from '@tanstack/react-router'
import { openLink } from '../../session/password/passwordLink.ts'
import { PasswordLinkError, PasswordLinkPage, PasswordLinkPending } from '../../session/password/PasswordLinkPage.tsx'

export const Route = createFileRoute('/login/reset-password')({
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ deps, location }) => openLink(location.hash, deps.token),
  // A link works once, so an earlier answer about it is not valid any more.
  gcTime: 0,
  pendingComponent: PasswordLinkPending,
  errorComponent: PasswordLinkError,
  component: function PasswordLink() {
    return <PasswordLinkPage kind="reset" link={Route.useLoaderData()} />
  },
})
