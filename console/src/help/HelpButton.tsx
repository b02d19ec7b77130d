import { CircleQuestionMark } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { useNarrow } from '../theme/useNarrow.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { showFloating, useFloating } from '../ui/overlay/floating.ts'
import { MenuItem } from '../ui/overlay/Menu.tsx'
import { useHelpHindrance } from './help.ts'
import { HelpPanel } from './HelpPanel.tsx'

/** Specification 1, section 9. */
const tooltipDelayMs = 1_000

/** Opens the help page of the current page next to it (specification 1, section 2). */
export const HelpButton = () => (useNarrow() ? null : <PanelHelpButton />)

/** The help button of a side panel, which covers the top bar and the user menu. */
export function PanelHelpButton() {
  const hindrance = useHelpHindrance()
  const isOpen = useFloating() === 'help'
  return (
    <IconButton
      label={m.help_title()}
      icon={<CircleQuestionMark />}
      disabledReason={hindrance}
      tooltipDelayMs={tooltipDelayMs}
      aria-expanded={isOpen}
      onPointerEnter={() => void HelpPanel.preload()}
      onClick={() => showFloating(isOpen ? undefined : 'help')}
    />
  )
}

/** The help entry of the user menu, in narrow windows. */
export function HelpMenuItem() {
  const hindrance = useHelpHindrance()
  if (!useNarrow()) return null
  return <MenuItem label={m.help_title()} icon={<CircleQuestionMark />} disabledReason={hindrance} onSelect={() => showFloating('help')} />
}
