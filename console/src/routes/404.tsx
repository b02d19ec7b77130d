import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions.ts'
import { implicit } from '../session/token.ts'
import { EitherLayout, NotFoundPage } from '../shell/pages.tsx'

/** The not-found page by its own address. It needs no sign-in; who is signed in keeps the menu. */
export const Route = createFileRoute('/404')({
  beforeLoad: async () => {
    if (await implicit().catch(() => false)) await queryClient.ensureQueryData(permissionsQuery)
  },
  component: () => (
    <EitherLayout>
      <NotFoundPage />
    </EitherLayout>
  ),
})
