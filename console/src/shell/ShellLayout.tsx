import type { ReactNode } from 'react'
import { FloatingHost } from '../help/FloatingHost.tsx'
import { PanelHelpButton } from '../help/HelpButton.tsx'
import { PaletteHost } from '../palette/PaletteHost.tsx'
import { useKeptPermissions } from '../session/permissions/permissions.ts'
import { useFollowSettings } from '../session/settings/settings.ts'
import { useAuth } from '../session/token/state.ts'
import { PanelTools } from '../ui/overlay/panelTools.ts'
import { DefaultLayout } from './DefaultLayout.tsx'
import { EmptyLayout } from './EmptyLayout.tsx'
import { HashOverlays } from './HashOverlays.tsx'
import { useAfterPaint } from './useAfterPaint.ts'
import { useLiveUpdates } from './useLiveUpdates.ts'
import { useVisits } from './useVisits.ts'

/** The default layout and everything that belongs to a session; only the content without a session. */
export function ShellLayout({ children }: { children: ReactNode }) {
  const { isAuthenticated } = useAuth()
  return isAuthenticated ? <SignedIn>{children}</SignedIn> : <EmptyLayout>{children}</EmptyLayout>
}

const panelTools = <PanelHelpButton />

function SignedIn({ children }: { children: ReactNode }) {
  useKeptPermissions()
  useLiveUpdates()
  useAfterPaint()
  useVisits()
  useFollowSettings()
  return (
    <DefaultLayout>
      <PanelTools value={panelTools}>{children}</PanelTools>
      <HashOverlays />
      <PaletteHost />
      <FloatingHost />
    </DefaultLayout>
  )
}
