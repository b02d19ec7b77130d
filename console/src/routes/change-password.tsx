import { createFileRoute, redirect } from '@tanstack/react-router'
import { ChangePasswordOverlay } from '../session/password/ChangePasswordOverlay.tsx'
import { changeOwnPassword } from '../session/settings/SessionOverlays.tsx'
import { useAuth } from '../session/token/state.ts'
import { rememberedTenant } from '../session/sign-in/tenant.ts'
import { implicit } from '../session/token/token.ts'
import { EmptyLayout } from '../shell/EmptyLayout.tsx'

/** The change-password screen by its own address; closing it leads to the start. */
export const Route = createFileRoute('/change-password')({
  beforeLoad: async () => {
    // After signing in the user is led to the start: the password screen is where one signed out comes from.
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
