import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../../session/sign-in/LoginPage.tsx'
import { loginStep } from '../../session/sign-in/loginStep.ts'
import { safeRedirect } from '../../session/sign-in/redirect.ts'
import { implicit } from '../../session/token/token.ts'

export const Route = createFileRoute('/login/')({
  beforeLoad: async ({ search, cause, location }) => {
    // Back from the identity provider. The code that redeems the answer is loaded only in this case.
    if (/^#?(?:.*&)?(?:code|refusal)=/.test(location.hash)) {
      const { completeReturn, readReturn } = await import('../../session/sign-in/federated.ts')
      const returned = readReturn(location.hash)
      const completed = returned && (await completeReturn(returned))
      if (completed && 'leadsTo' in completed) throw redirect({ href: completed.leadsTo, replace: true })
      return { refused: completed?.refused }
    }
    // A user with a live session skips the sign-in, except right after a sign-out or when coming from a mailed link.
    if (cause === 'stay' || search.reason !== undefined || search.username !== undefined) return { refused: undefined }
    if (await implicit({ retry: false }).catch(() => false)) throw redirect({ href: safeRedirect(search.redirect) ?? '/', replace: true })
    return { refused: undefined }
  },
  loaderDeps: ({ search }) => ({ tenant: search.tenant }),
  loader: ({ deps, context }) => loginStep(deps.tenant, context.refused),
  component: function Login() {
    return <LoginPage step={Route.useLoaderData()} search={Route.useSearch()} />
  },
})
