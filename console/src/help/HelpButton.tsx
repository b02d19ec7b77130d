import { CircleQuestionMark, Sparkles } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { useNarrow } from '../theme/useNarrow.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { type FloatingName, showFloating, useFloating } from '../ui/overlay/floating.ts'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import { useHelpHindrance } from './help.ts'
import css from './HelpButton.module.css'
import { HelpPanel } from './HelpPanel.tsx'
import { useUnreadNews } from './whats-new/queries.ts'
import { WhatsNewPanel } from './whats-new/WhatsNewPanel.tsx'

/** Specification 1, section 9. */
const tooltipDelayMs = 1_000

/** The help of the current page (specification 1, section 2) and what is new, with a mark while something of it is unread. */
export const HelpButton = () => (useNarrow() ? null : <HelpMenu />)

function HelpMenu() {
  const unread = useUnreadNews()
  const preload = () => void Promise.all([HelpPanel.preload(), WhatsNewPanel.preload()])
  return (
    <span className={css.help} onPointerEnter={preload}>
      <Menu
        trigger={
          <IconButton
            label={unread === 0 ? m.help_title() : m.whatsnew_help({ count: unread })}
            icon={<CircleQuestionMark />}
            tooltipDelayMs={tooltipDelayMs}
          />
        }
      >
        <HelpItems />
      </Menu>
      {unread === 0 ? null : <span className={css.dot} aria-hidden />}
    </span>
  )
}

function HelpItems() {
  const hindrance = useHelpHindrance()
  const unread = useUnreadNews()
  return (
    <>
      <MenuItem
        label={m.help_this_page()}
        icon={<CircleQuestionMark />}
        disabledReason={hindrance}
        onSelect={() => showAfterMenu('help')}
      />
      <MenuItem
        label={unread === 0 ? m.whatsnew_title() : m.whatsnew_menu({ count: unread })}
        icon={<Sparkles />}
        onSelect={() => showAfterMenu('whatsNew')}
      />
    </>
  )
}

/** The menu first gives focus back to its button, to which the panel will return it. */
const showAfterMenu = (name: FloatingName) => void requestAnimationFrame(() => showFloating(name))

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

/** The help entries of the user menu, in narrow windows. */
export const HelpMenuItems = () => (useNarrow() ? <HelpItems /> : null)

/** The mark on the user menu, where that has the help entries. */
export function NarrowNewsMark() {
  const unread = useUnreadNews()
  if (!useNarrow() || unread === 0) return null
  return (
    <>
      <span className="visually-hidden">{m.whatsnew_unread({ count: unread })}</span>
      <span className={css.dot} aria-hidden />
    </>
  )
}
