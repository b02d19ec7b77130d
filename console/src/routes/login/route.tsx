import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loginSearch } from '../../session/sign-in/loginSearch.ts'
import { LoginLayout } from '../../shell/LoginLayout.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: loginSearch,
  component: () => (
    <LoginLayout>
      <Outlet />
    </LoginLayout>
  ),
})
