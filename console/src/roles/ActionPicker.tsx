import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Switch } from '../ui/form/Checkbox.tsx'
import { NativeCheckbox } from '../ui/form/NativeCheckbox.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { formatNumber } from '../i18n/time.ts'
import css from './ActionPicker.module.css'
import { actionTree, isLocked, type ApplicationActions, type ResourceActions, type RoleAction } from './actionTree.ts'

export interface ActionPickerProps {
  actions: readonly RoleAction[]
  /** Names of the selected actions. */
  selected: readonly string[]
  /** Names of the actions that the saved role has. */
  before: readonly string[]
  onChange: (selected: string[]) => void
  /** Read-only. */
  readOnly?: boolean
  error?: string | undefined
}

interface Choosing {
  selected: ReadonlySet<string>
  before: ReadonlySet<string>
  readOnly: boolean
  toggle: (actions: readonly RoleAction[], checked: boolean) => void
}

/** The actions of a role by application, resource and access level; a whole resource or application can be selected. */
export function ActionPicker({ actions, selected, before, onChange, readOnly = false, error }: ActionPickerProps) {
  const errorId = useId()
  const [typed, setTyped] = useState('')
  const find = useDeferredValue(typed)
  const [onlySelected, setOnlySelected] = useState(before.length > 0)
  // Expanded or collapsed by hand. Otherwise a section is open if it had a selection initially, even after that is
  // cleared, or during a search.
  const [begunWith] = useState<ReadonlySet<string>>(() => new Set(selected))
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const chosen = new Set(selected)
  const saved = new Set(before)
  const tree = actionTree(actions, {
    find,
    keep: (action) => !onlySelected || chosen.has(action.actionName) || saved.has(action.actionName),
  })
  const isNarrowed = find.trim() !== '' || onlySelected
  const shown = tree.reduce(
    (sum, application) => sum + application.resources.reduce((count, resource) => count + resource.actions.length, 0),
    0,
  )
  const toggle: Choosing['toggle'] = (some, checked) => {
    const usable = some.filter((action) => !isLocked(action, chosen, saved)).map((action) => action.actionName)
    const names = new Set(usable)
    const rest = selected.filter((name) => !names.has(name))
    onChange(checked ? [...rest, ...usable] : rest)
  }
  const choosing: Choosing = { selected: chosen, before: saved, readOnly, toggle }
  const setAll = (open: boolean) => setOpened(new Map(tree.map((application) => [application.heading, open])))
  return (
    <section className={css.root} aria-label={m.roles_actions()} aria-describedby={error === undefined ? undefined : errorId}>
      <div className={css.bar}>
        <div className={css.find}>
          <TextField
            label={m.roles_actions_find()}
            hideLabel
            placeholder={m.roles_actions_find()}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
        <Switch label={m.roles_only_selected()} checked={onlySelected} onChange={setOnlySelected} />
        <span className={css.spread}>
          <Button kind="quiet" small onClick={() => setAll(true)}>
            {m.roles_open_all()}
          </Button>
          <Button kind="quiet" small onClick={() => setAll(false)}>
            {m.roles_close_all()}
          </Button>
        </span>
      </div>
      <p role="status" className={css.status}>
        {m.roles_actions_count({ selected: formatNumber(selected.length), total: formatNumber(actions.length) })}
        {isNarrowed ? ` · ${m.roles_actions_shown({ count: shown })}` : null}
      </p>
      {error === undefined ? null : (
        <p id={errorId} role="alert" className={css.error}>
          {error}
        </p>
      )}
      {tree.length === 0 ? (
        <p className={css.none}>{onlySelected && find.trim() === '' ? m.roles_actions_none_selected() : m.ui_no_matches()}</p>
      ) : null}
      <ul className={css.applications}>
        {tree.map((application) => {
          const isOpen =
            isNarrowed || (opened.get(application.heading) ?? application.actions.some((action) => begunWith.has(action.actionName)))
          return (
            <Application
              key={application.heading}
              application={application}
              isOpen={isOpen}
              onOpen={(open) => setOpened(new Map([...opened, [application.heading, open]]))}
              choosing={choosing}
            />
          )
        })}
      </ul>
    </section>
  )
}

/** Whether none, some or all of these are selected, whether shown or not; actions that cannot be selected do not count. */
function stateOf(actions: readonly RoleAction[], { selected, before }: Choosing) {
  const usable = actions.filter((action) => !isLocked(action, selected, before))
  const count = usable.filter((action) => selected.has(action.actionName)).length
  return {
    checked: usable.length > 0 && count === usable.length,
    indeterminate: count > 0 && count < usable.length,
    disabled: usable.length === 0,
  }
}

function Application({
  application,
  isOpen,
  onOpen,
  choosing,
}: {
  application: ApplicationActions
  isOpen: boolean
  onOpen: (open: boolean) => void
  choosing: Choosing
}) {
  const id = useId()
  const listed = application.resources.flatMap((resource) => resource.actions)
  const { disabled, ...state } = stateOf(application.actions, choosing)
  const shown = stateOf(listed, choosing)
  const isPart = listed.length < application.actions.length
  const count = application.actions.filter((action) => choosing.selected.has(action.actionName)).length
  return (
    <li className={css.application}>
      <div className={css.head}>
        <NativeCheckbox
          {...state}
          aria-label={isPart ? m.roles_select_shown({ name: application.heading }) : m.roles_select_all({ name: application.heading })}
          disabled={disabled || shown.disabled || choosing.readOnly}
          onChange={() => choosing.toggle(listed, !shown.checked)}
        />
        <button type="button" className={css.opener} aria-expanded={isOpen} aria-controls={id} onClick={() => onOpen(!isOpen)}>
          <ChevronRight aria-hidden />
          <span className={css.heading}>{application.heading}</span>
          <span className={css.count} data-some={count > 0 ? '' : undefined}>
            {m.roles_count_of({ selected: formatNumber(count), total: formatNumber(application.total) })}
          </span>
        </button>
      </div>
      {isOpen ? (
        <ul id={id} className={css.resources} aria-label={application.heading}>
          {application.resources.map((resource) => (
            <Resource key={resource.resource} heading={application.heading} resource={resource} choosing={choosing} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function Resource({ heading, resource, choosing }: { heading: string; resource: ResourceActions; choosing: Choosing }) {
  const { disabled, ...state } = stateOf(resource.actions, choosing)
  return (
    <li className={css.resource}>
      <label className={css.resourceName}>
        <NativeCheckbox
          {...state}
          aria-label={m.roles_select_all({ name: `${heading}, ${resource.resource}` })}
          disabled={disabled || choosing.readOnly}
          onChange={(checked) => choosing.toggle(resource.actions, checked)}
        />
        <span>{resource.resource}</span>
      </label>
      <ul className={css.actions} aria-label={resource.resource}>
        {resource.actions.map((action) => (
          <ActionBox key={action.actionName} action={action} choosing={choosing} />
        ))}
      </ul>
    </li>
  )
}

function ActionBox({ action, choosing: { selected, before, readOnly, toggle } }: { action: RoleAction; choosing: Choosing }) {
  const id = useId()
  const is = selected.has(action.actionName)
  const was = before.has(action.actionName)
  const locked = isLocked(action, selected, before)
  return (
    <li className={css.action}>
      <NativeCheckbox
        id={id}
        checked={is}
        disabled={readOnly || locked}
        aria-describedby={`${id}-about`}
        onChange={(checked) => toggle([action], checked)}
      />
      <label htmlFor={id} className={css.label} title={action.actionName}>
        {action.label}
      </label>
      <span className={css.marks}>
        {is && !was ? <Badge tone="success">{m.roles_action_new()}</Badge> : null}
        {was && !is ? <Badge tone="danger">{m.roles_action_leaving()}</Badge> : null}
        <Badge>{catalogText(action.accessLevel)}</Badge>
      </span>
      <span id={`${id}-about`} className={css.about}>
        {action.description}
        {action.reason === undefined ? null : <span className={css.reason}> {action.reason}</span>}
      </span>
    </li>
  )
}
