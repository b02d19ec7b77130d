import { Dialog } from '@base-ui/react/dialog'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert, LoaderCircle, Search, X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { m } from '@steward/contract/paraglide/messages'
import { isForInputMethod } from '../theme/inputMethod.ts'
import { Button, IconButton } from '../ui/form/Button.tsx'
import { isAboveDialogs } from '../ui/overlay/isInAlerts.ts'
import { Kbd } from '../ui/display/Kbd.tsx'
import type { Command } from './commands.ts'
import css from './palette.module.css'
import { setTypedText, useTypedText } from './overlay.ts'
import { optionId, Results } from './Results.tsx'
import { useSections, type Sections } from './sections.ts'

const pageOfOptions = 8

/** Search for pages, actions and records. A combobox with a list, following the ARIA authoring practices. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  // While closed it renders nothing that a page could mistake for its own dialog.
  if (!open) return null
  return (
    <Dialog.Root open onOpenChange={(next, details) => !next && !isAboveDialogs(details.event) && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={css.backdrop} />
        <Dialog.Popup className={css.palette} initialFocus={input} data-palette>
          <Dialog.Title className="visually-hidden">{m.palette_title()}</Dialog.Title>
          <Finder input={input} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ input, onClose }: { input: React.RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const listId = useId()
  const typed = useTypedText()
  const [activeId, setActiveId] = useState<string>()
  const found = useSections(typed)
  const run = useRun(onClose)
  const commands = found.sections.flatMap((section) => section.commands)
  // The active option stays active while more results arrive; otherwise the first is active.
  const index = Math.max(
    0,
    commands.findIndex((command) => command.id === activeId),
  )
  const active = commands[index]
  const move = (to: number) => setActiveId(commands[(to + commands.length) % commands.length]?.id)

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms an input method's suggestion is not meant for the list.
    if (isForInputMethod(event.nativeEvent)) return
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: Math.min(index + pageOfOptions, commands.length - 1),
      PageUp: Math.max(index - pageOfOptions, 0),
    }
    const step = steps[event.key]
    if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      move(step)
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      run(active, event.ctrlKey || event.metaKey)
    }
  }

  return (
    <>
      <div className={css.head}>
        <Search aria-hidden />
        <input
          ref={input}
          role="combobox"
          className={css.input}
          aria-label={m.palette_label()}
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={commands.length > 0 ? listId : undefined}
          aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
          placeholder={m.palette_placeholder()}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => {
            setTypedText(event.target.value)
            setActiveId(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        {found.isLoading ? <LoaderCircle className={css.spinner} aria-hidden /> : null}
        <IconButton label={m.ui_close()} icon={<X />} onClick={onClose} />
      </div>
      <Results listId={listId} sections={found.sections} activeId={active?.id} onActivate={setActiveId} onRun={run} />
      <Notes found={found} typed={typed} count={commands.length} />
      <div className={css.foot} aria-hidden>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {m.palette_hint_move()}
        </span>
        <span>
          <Kbd>↵</Kbd> {m.palette_hint_open()}
        </span>
        <span>
          <Kbd>Esc</Kbd> {m.palette_hint_close()}
        </span>
      </div>
    </>
  )
}

/** The status below the list: no results, still searching, or a search that failed. */
function Notes({ found, typed, count }: { found: Sections; typed: string; count: number }) {
  const isIdle = typed.trim() === ''
  const spoken = isIdle ? '' : found.isLoading ? m.palette_searching() : count === 0 ? '' : m.palette_count({ count })
  return (
    <>
      {count === 0 && !found.isLoading && !isIdle && found.failed.length === 0 ? (
        <p className={css.empty}>{m.palette_nothing({ text: typed.trim() })}</p>
      ) : null}
      {count === 0 && found.isLoading ? <p className={css.empty}>{m.palette_searching()}</p> : null}
      {found.failed.length > 0 ? (
        <div className={css.failed} role="alert">
          <CircleAlert aria-hidden />
          <span>{m.palette_failed({ what: found.failed.join(', ') })}</span>
          <Button small onClick={found.retry}>
            {m.ui_retry()}
          </Button>
        </div>
      ) : null}
      <div className="visually-hidden" role="status">
        {spoken === '' && count === 0 && !isIdle ? m.palette_nothing({ text: typed.trim() }) : spoken}
      </div>
    </>
  )
}

/** Closes the palette, then runs the chosen command, which decides where the focus goes. */
function useRun(onClose: () => void) {
  const router = useRouter()
  return (command: Command, inNewTab: boolean) => {
    if (command.isDisabled) return
    const { target } = command
    if ('path' in target && inNewTab) {
      window.open(router.options.basepath + target.path, '_blank', 'noopener')
      return
    }
    flushSync(onClose)
    if ('path' in target) router.history.push(router.options.basepath + target.path)
    else if ('href' in target) window.open(target.href, '_blank', 'noopener,noreferrer')
    else target.act()
  }
}
