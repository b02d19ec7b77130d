import { Search } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { Kbd } from '../ui/display/Kbd.tsx'
import { commandKey } from './keys.ts'
import { showOverlay } from './overlay.ts'
import css from './PaletteButton.module.css'
import { preloadPalette } from './PaletteHost.tsx'

/** Opens the command palette; on wide windows it shows the shortcut. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={css.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={() => void preloadPalette()}
      onFocus={() => void preloadPalette()}
      onClick={() => showOverlay('palette')}
    >
      <Search aria-hidden />
      <span>{m.shell_search()}</span>
      <span className={css.keys} aria-hidden>
        <Kbd>{commandKey()}</Kbd> <Kbd>K</Kbd>
      </span>
    </button>
  )
}
