import { createFileRoute } from '@tanstack/react-router'
import { forgotPassword } from '@steward/contract/session/endpoints'
import { api } from '../../api/client.ts'
import { ForgotPasswordPage } from '../../session/password/ForgotPasswordPage.tsx'
import { rememberedTenant } from '../../session/sign-in/tenant.ts'

export const Route = createFileRoute('/login/forgot-password')({
  component: function ForgotPassword() {
    const { tenant, username } = Route.useSearch()
    return (
      <ForgotPasswordPage
        initial={{ tenantName: tenant ?? rememberedTenant() ?? '', username: username ?? '' }}
        onRequest={(request) => api(forgotPassword, { body: request })}
      />
    )
  },
})
