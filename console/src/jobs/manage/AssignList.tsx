import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { isForInputMethod } from '../../theme/inputMethod.ts'
import { SkeletonLines } from '../../ui/display/states.tsx'
import { NativeCheckbox } from '../../ui/form/NativeCheckbox.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { AssignRow } from './assignment.ts'
import css from './AssignDialog.module.css'

interface AssignListProps {
  label: string
  findLabel: string
  typed: string
  onType: (typed: string) => void
  rows: readonly AssignRow[]
  /** Jobs that the dialog is about. */
  total: number
  onToggle: (row: AssignRow) => void
  isLoading: boolean
  /** Why none can be found. */
  failure: string | null | undefined
  /** Shown without any, and without a search. */
  empty: string
  /** Those that are found, but not shown. */
  more: number
  children?: ReactNode
}

/** A searchable list of boxes with three states: on for all jobs, for some, for none. */
export function AssignList(props: AssignListProps) {
  const id = useId()
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || props.typed === '' || isForInputMethod(event.nativeEvent)) return
    // Escape would close the dialog.
    event.stopPropagation()
    props.onType('')
  }
  return (
    <section className={css.part} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={css.title}>
        {props.label}
      </h3>
      <TextField
        type="search"
        label={props.findLabel}
        hideLabel
        placeholder={props.findLabel}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={props.typed}
        onChange={(event) => props.onType(event.target.value)}
        onKeyDown={clear}
      />
      {props.rows.length === 0 ? null : (
        <ul className={css.list}>
          {props.rows.map((row) => (
            <Row key={row.id} row={row} total={props.total} onToggle={() => props.onToggle(row)} />
          ))}
        </ul>
      )}
      {typeof props.failure !== 'string' ? (
        <div role="status" className={css.note}>
          {noteOf(props)}
        </div>
      ) : (
        <div className={css.note}>{props.failure}</div>
      )}
      {props.isLoading && props.rows.length === 0 ? <SkeletonLines count={3} /> : null}
      {props.children}
    </section>
  )
}

function noteOf({ rows, isLoading, typed, empty, more }: AssignListProps): string {
  if (isLoading) return ''
  if (rows.length === 0) return typed.trim() === '' ? empty : m.ui_no_matches()
  return more > 0 ? m.jobs_manage_more({ count: more }) : ''
}

function Row({ row, total, onToggle }: { row: AssignRow; total: number; onToggle: () => void }) {
  const id = useId()
  const detail = row.isActive ? '' : m.jobs_manage_inactive()
  const some = row.mark === 'some' ? m.jobs_manage_on_some({ some: formatNumber(row.count), total: formatNumber(total) }) : ''
  return (
    <li className={css.row}>
      <label className={css.label}>
        <NativeCheckbox
          checked={row.mark === 'all'}
          indeterminate={row.mark === 'some'}
          aria-labelledby={`${id}-name`}
          aria-describedby={some + detail === '' ? undefined : `${id}-detail`}
          onChange={onToggle}
        />
        <span id={`${id}-name`}>{row.name}</span>
        {some + detail === '' ? null : (
          <span id={`${id}-detail`} className={css.detail}>
            {[some, detail].filter((text) => text !== '').join(' · ')}
          </span>
        )}
      </label>
    </li>
  )
}
