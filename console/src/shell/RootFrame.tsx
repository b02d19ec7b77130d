import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType } from 'react'
import { queryClient } from '../api/query.ts'
import { RouteTitle } from '../pages/titles.ts'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'

/** The frame around every layout. */
export function RootFrame() {
  useFocusOnNavigation()
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouteTitle />
        <Outlet />
        <Late />
      </QueryClientProvider>
    </CSPProvider>
  )
}

const lateAfterMs = 300

/** What `LateLayers` has comes after the first paint. Without tooltips, names are still read aloud. */
function Late() {
  const [Layers, setLayers] = useState<ComponentType>()
  useEffect(() => {
    const load = () => import('./LateLayers.tsx').then((loaded) => setLayers(() => loaded.LateLayers))
    const timer = setTimeout(() => void load().catch(() => undefined), lateAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return Layers === undefined ? null : <Layers />
}
