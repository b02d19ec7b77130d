import { createFileRoute, redirect } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { LoginPage } from '../../session/LoginPage.tsx'
import { loginStep } from '../../session/loginStep.ts'
import { safeRedirect } from '../../session/redirect.ts'
import { implicit } from '../../session/token.ts'

export const Route = createFileRoute('/login/')({
  staticData: { title: m.login_title },
  beforeLoad: async ({ search, cause }) => {
    // Who comes back with a live session need not sign in again; who was just signed out, or comes from a mailed link, does.
    if (cause === 'stay' || search.reason !== undefined || search.username !== undefined) return
    if (await implicit().catch(() => false)) throw redirect({ href: safeRedirect(search.redirect) ?? '/', replace: true })
  },
  loaderDeps: ({ search }) => ({ tenant: search.tenant }),
  loader: ({ deps }) => loginStep(deps.tenant),
  component: function Login() {
    return <LoginPage step={Route.useLoaderData()} search={Route.useSearch()} />
  },
})
