import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { deferred } from '../ui/overlay/deferred.tsx'
import { isSingleKey } from '../theme/singleKeys.ts'
import { setTypedText, showOverlay, shownOverlay, typedText, useOverlay } from './overlay.ts'

interface OverlayProps {
  open: boolean
  onClose: () => void
}

const Palette = deferred<OverlayProps>(() => import('./Palette.tsx').then((module) => module.Palette))
const Shortcuts = deferred<OverlayProps>(() => import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog))

export const preloadPalette = () => Palette.preload()

const close = () => showOverlay(undefined)

/** The command palette (Ctrl K or ⌘ K) and the list of shortcuts ('?'), for signed-in users. */
export function PaletteHost() {
  const overlay = useOverlay()
  const router = useRouter()
  useEffect(() => {
    // Going back closes them. So does a panel that was still loading: it takes the focus and must not be covered.
    const stops = [
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && close()),
      router.subscribe('onBeforeRouteMount', ({ pathChanged, toLocation }) => {
        const isBelow = pathChanged && shownOverlay() !== undefined
        if (isBelow && router.matchRoutes(toLocation).some((match) => match.staticData.panel)) close()
      }),
    ]
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      for (const stop of stops) stop()
      close()
    }
  }, [router])
  return (
    <>
      <Palette open={overlay === 'palette'} onClose={close} />
      <Shortcuts open={overlay === 'shortcuts'} onClose={close} />
    </>
  )
}

/** A key that types one character. */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => [...key].length === 1 && !ctrlKey && !metaKey && !altKey

const isInPalette = (target: EventTarget | null) => target instanceof Element && target.closest('[data-palette]') !== null

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    // Otherwise the browser would open its own search.
    event.preventDefault()
    showOverlay(shownOverlay() === 'palette' ? undefined : 'palette')
  } else if (shownOverlay() === 'palette' && isText(event) && !isInPalette(event.target)) {
    event.preventDefault()
    setTypedText(typedText() + event.key)
  } else if (isSingleKey(event, '?')) {
    event.preventDefault()
    showOverlay('shortcuts')
  }
}
