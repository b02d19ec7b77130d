import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { router } from './router.ts'
import { onSignOut } from './session/actions.ts'
import { rememberedTenant } from './session/tenant.ts'
import { reloadOnChunkFailure } from './shell/chunkReload.ts'

reloadOnChunkFailure()

onSignOut({
  forget: () => queryClient.clear(),
  toLogin: async ({ reason, tenantName }) => {
    const { pathname, href } = router.state.location
    const from = reason === 'userLogout' || pathname === '/' || pathname.startsWith('/login') ? undefined : href
    await router.navigate({
      to: '/login',
      search: { redirect: from, tenant: tenantName ?? rememberedTenant(), reason },
      ignoreBlocker: true,
    })
  },
})

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<RouterProvider router={router} />)
