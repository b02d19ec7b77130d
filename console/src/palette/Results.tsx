import { useRouter } from '@tanstack/react-router'
import { CornerDownLeft, ExternalLink } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../ui/display/cx.ts'
import type { Command } from './commands.ts'
import css from './palette.module.css'
import type { Section } from './commands.ts'

/** The id of an option's element, for `aria-activedescendant`. */
export const optionId = (listId: string, command: Command): string => `${listId}-${command.id.replaceAll(/[^\w-]/g, '_')}`

export interface ResultsProps {
  listId: string
  sections: readonly Section[]
  activeId: string | undefined
  onActivate: (id: string) => void
  onRun: (command: Command, inNewTab: boolean) => void
}

/** The list below the field. Focus stays in the field; the active option is marked. */
export function Results({ listId, sections, activeId, onActivate, onRun }: ResultsProps) {
  if (sections.length === 0) return null
  return (
    <div id={listId} role="listbox" aria-label={m.palette_title()} className={css.list}>
      {sections.map((section) => (
        <div key={section.id} role="group" aria-labelledby={`${listId}-${section.id}`}>
          <div id={`${listId}-${section.id}`} className={css.sectionTitle} role="presentation">
            {section.title}
          </div>
          {section.commands.map((command) => (
            <Option
              key={command.id}
              id={optionId(listId, command)}
              command={command}
              isActive={command.id === activeId}
              onActivate={onActivate}
              onRun={onRun}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  command: Command
  isActive: boolean
  onActivate: (id: string) => void
  onRun: (command: Command, inNewTab: boolean) => void
}

function Option({ id, command, isActive, onActivate, onRun }: OptionProps) {
  const { basepath } = useRouter().options
  const element = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { target, icon: Icon } = command
  const click = (event: MouseEvent) => {
    // A link, so that it can be opened in a new tab; a plain click is handled here.
    if ('path' in target && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    onRun(command, false)
  }
  return (
    <a
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={command.isDisabled}
      className={cx(css.option, isActive && css.active)}
      href={'path' in target ? basepath + target.path : 'href' in target ? target.href : undefined}
      // Only moving the pointer chooses an option; a list that scrolls under it does not.
      onPointerMove={() => isActive || onActivate(command.id)}
      // Focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={click}
    >
      <Icon aria-hidden />
      <span className={css.label}>{command.label}</span>
      {command.detail === undefined ? null : <span className={css.detail}>{command.detail}</span>}
      {'href' in target ? (
        <>
          <ExternalLink className={css.end} aria-hidden />
          <span className="visually-hidden">{m.shell_opens_new_tab()}</span>
        </>
      ) : isActive ? (
        <CornerDownLeft className={css.end} aria-hidden />
      ) : null}
    </a>
  )
}
