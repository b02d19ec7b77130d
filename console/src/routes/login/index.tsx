import { createFileRoute, redirect } from '@tanstack/react-router'
import { plainRefusal } from '../../federation/refusalMessages.ts'
import { LoginPage } from '../../session/sign-in/LoginPage.tsx'
import { loginStep } from '../../session/sign-in/loginStep.ts'
import { safeRedirect } from '../../session/sign-in/redirect.ts'
import { implicit } from '../../session/token/token.ts'

export const Route = createFileRoute('/login/')({
  beforeLoad: async ({ search, cause, location }) => {
    // Back from the identity provider. Its code is only wanted then.
    if (/^#?(?:.*&)?(?:code|refusal)=/.test(location.hash)) {
      const { completeReturn, readReturn } = await import('../../session/sign-in/federated.ts')
      const returned = readReturn(location.hash)
      const completed = returned && (await completeReturn(returned))
      if (completed && 'leadsTo' in completed) throw redirect({ href: completed.leadsTo, replace: true })
      return { refused: completed?.refused }
    }
    // Who comes back with a live session need not sign in again; who was just signed out, or comes from a mailed link, does.
    if (cause === 'stay' || search.reason !== undefined || search.username !== undefined) return { refused: undefined }
    if (await implicit().catch(() => false)) throw redirect({ href: safeRedirect(search.redirect) ?? '/', replace: true })
    return { refused: undefined }
  },
  loaderDeps: ({ search }) => ({ tenant: search.tenant }),
  loader: ({ deps, context }) => loginStep(deps.tenant, context.refused),
  component: function Login() {
    return <LoginPage step={Route.useLoaderData()} search={Route.useSearch()} refusalText={plainRefusal} />
  },
})
