import { Fragment } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Switch } from '../ui/form/Checkbox.tsx'
import { DialogPopup } from '../ui/overlay/DialogPopup.tsx'
import { Kbd } from '../ui/display/Kbd.tsx'
import { setSingleKeys, useSingleKeys } from '../theme/singleKeys.ts'
import { commandKey } from './keys.ts'
import css from './palette.module.css'

interface Shortcut {
  keys: readonly string[]
  what: string
}

const sections = (): { title: string; shortcuts: Shortcut[] }[] => [
  {
    title: m.shortcuts_everywhere(),
    shortcuts: [
      { keys: [commandKey(), 'K'], what: m.shortcuts_palette() },
      { keys: [commandKey(), 'Z'], what: m.changes_undo_shortcut() },
      { keys: ['/'], what: m.shortcuts_search() },
      { keys: ['?'], what: m.shortcuts_help() },
      { keys: ['Esc'], what: m.shortcuts_close() },
    ],
  },
  {
    title: m.shortcuts_in_lists(),
    shortcuts: [
      { keys: ['J', 'K'], what: m.shortcuts_rows() },
      { keys: ['X'], what: m.shortcuts_select() },
      { keys: ['Enter'], what: m.shortcuts_open() },
      { keys: ['Esc'], what: m.shortcuts_back() },
    ],
  },
  {
    title: m.shortcuts_in_palette(),
    shortcuts: [
      { keys: ['↑', '↓'], what: m.shortcuts_move() },
      { keys: ['Enter'], what: m.shortcuts_run() },
      { keys: [commandKey(), 'Enter'], what: m.shortcuts_new_tab() },
    ],
  },
]

/** Every keyboard shortcut, and the switch for single-key shortcuts. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const singleKeys = useSingleKeys()
  return (
    <DialogPopup open={open} onClose={onClose} title={m.shortcuts_title()}>
      <div className={css.shortcuts}>
        {sections().map((section) => (
          <section key={section.title} aria-label={section.title}>
            <h3>{section.title}</h3>
            <dl>
              {section.shortcuts.map(({ keys, what }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 ? ' ' : null}
                        <Kbd>{key}</Kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch label={m.shortcuts_single()} hint={m.shortcuts_single_hint()} checked={singleKeys} onChange={setSingleKeys} />
      </div>
    </DialogPopup>
  )
}
