import { createFileRoute, redirect } from '@tanstack/react-router'
import { ChangePasswordOverlay } from '../session/password/ChangePasswordOverlay.tsx'
import { changeOwnPassword } from '../session/password/changeOwnPassword.ts'
import { useAuth } from '../session/token/state.ts'
import { rememberedTenant } from '../session/sign-in/tenant.ts'
import { implicit } from '../session/token/token.ts'
import { EmptyLayout } from '../shell/EmptyLayout.tsx'

/** The change-password screen at its own address; closing it leads to the start page. */
export const Route = createFileRoute('/change-password')({
  beforeLoad: async () => {
    // After signing in the user goes to the start page, not back to this screen, which caused the sign-out.
    if (!(await implicit())) throw redirect({ to: '/login', search: { tenant: rememberedTenant() }, replace: true })
  },
  component: ChangePassword,
})

function ChangePassword() {
  const navigate = Route.useNavigate()
  const { user } = useAuth()
  return (
    <EmptyLayout>
      {user === null ? null : (
        <ChangePasswordOverlay username={user.username} onClose={() => void navigate({ to: '/' })} onChange={changeOwnPassword} />
      )}
    </EmptyLayout>
  )
}
