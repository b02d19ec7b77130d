import type { ReactNode } from 'react'
import { useVisits } from '../launchpad/recent.ts'
import { PaletteHost } from '../palette/PaletteHost.tsx'
import { SessionOverlays } from '../session/SessionOverlays.tsx'
import { useAuth } from '../session/state.ts'
import { DefaultLayout } from './DefaultLayout.tsx'
import { EmptyLayout } from './EmptyLayout.tsx'
import { useLiveUpdates } from './useLiveUpdates.ts'

import { useAfterPaint } from './useAfterPaint.ts'
/** The default layout and what belongs to a session; without one, nothing but the content. */
export function ShellLayout({ children }: { children: ReactNode }) {
  const { isAuthenticated } = useAuth()
  return isAuthenticated ? <SignedIn>{children}</SignedIn> : <EmptyLayout>{children}</EmptyLayout>
}

function SignedIn({ children }: { children: ReactNode }) {
  useLiveUpdates()
  useVisits()
  return (
  useAfterPaint()
    <DefaultLayout>
      {children}
      <SessionOverlays />
      <PaletteHost />
    </DefaultLayout>
  )
}
