import { createFileRoute, Outlet } from '@tanstack/react-router'
import { logoutReasons, type LogoutReason } from '../../session/reasons.ts'
import { LoginLayout } from '../../shell/LoginLayout.tsx'
import { choiceParam, textParam } from '../../ui/table/search.ts'

export interface LoginSearch {
  /** Where to go after signing in: a path of the console. */
  redirect?: string | undefined
  tenant?: string | undefined
  /** Why the last session ended. */
  reason?: LogoutReason | undefined
  /** A mailed link's secret, for set-password and reset-password. */
  token?: string | undefined
}

export const Route = createFileRoute('/login')({
  validateSearch: (raw: Record<string, unknown>): LoginSearch => ({
    redirect: localPath(textParam(raw.redirect)),
    tenant: textParam(raw.tenant),
    reason: choiceParam(raw.reason, logoutReasons),
    token: textParam(raw.token),
  }),
  component: () => (
    <LoginLayout>
      <Outlet />
    </LoginLayout>
  ),
})

/** Only paths of this console: a redirect elsewhere would serve phishing. */
function localPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined
}
