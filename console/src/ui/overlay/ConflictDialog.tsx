import { useId, useRef, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { Callout } from '../display/Callout.tsx'
import { differing, isContested, proposedSides, type ConflictField, type Side } from '../form/conflict.ts'
import css from './ConflictDialog.module.css'
import { Dialog } from './Dialog.tsx'
import { DiffView } from '../display/DiffView.tsx'

export interface ConflictDialogProps {
  /** The name of the edited item, such as "Ada Lindqvist". */
  name: string
  fields: readonly ConflictField[]
  /** Saves the chosen version of each differing field on top of the newest version. */
  onResolve: (sides: Record<string, Side>) => void
  /** Back to the form, with all input kept. */
  onClose: () => void
  loading: boolean
  /** The error of the last attempt. */
  error?: string | undefined
}

/**
 * Someone else saved during the edit (the server answered 412): shows both versions field by field, with a choice for each.
 * The input stays in the form until a version is chosen and saved.
 */
export function ConflictDialog({ name, fields, onResolve, onClose, loading, error }: ConflictDialogProps) {
  const [sides, setSides] = useState(() => proposedSides(fields))
  const back = useRef<HTMLButtonElement>(null)
  const open = differing(fields)
  const choose = (id: string, side: Side) => setSides((previous) => ({ ...previous, [id]: side }))
  const all = (side: Side) => setSides(Object.fromEntries(fields.map((field) => [field.id, side])))
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={m.ui_conflict_title({ name })}
      description={open.length === 0 ? m.ui_conflict_same() : m.ui_conflict_text()}
      initialFocus={back}
      footer={
        <>
          <Button ref={back} onClick={onClose}>
            {m.ui_conflict_back()}
          </Button>
          <Button kind="primary" loading={loading} onClick={() => onResolve(sides)}>
            {m.ui_conflict_save()}
          </Button>
        </>
      }
    >
      {error === undefined ? null : (
        <Callout tone="danger" role="alert">
          {error}
        </Callout>
      )}
      {open.length > 1 ? (
        <div className={css.all}>
          <Button small onClick={() => all('mine')}>
            {m.ui_conflict_all_mine()}
          </Button>
          <Button small onClick={() => all('theirs')}>
            {m.ui_conflict_all_theirs()}
          </Button>
        </div>
      ) : null}
      <DiffView
        rows={open.map((field) => ({
          field: field.label,
          differs: isContested(field),
          mine: <Version field={field} side="mine" chosen={sides[field.id]} onChoose={choose} />,
          theirs: <Version field={field} side="theirs" chosen={sides[field.id]} onChoose={choose} />,
        }))}
      />
    </Dialog>
  )
}

function Version({
  field,
  side,
  chosen,
  onChoose,
}: {
  field: ConflictField
  side: Side
  chosen: Side | undefined
  onChoose: (id: string, side: Side) => void
}) {
  const id = useId()
  const value = field[side]
  const who = side === 'mine' ? m.ui_diff_mine() : m.ui_diff_theirs()
  return (
    <label className={css.version} htmlFor={id}>
      <input
        id={id}
        type="radio"
        name={`conflict-${field.id}`}
        aria-label={`${field.label}, ${who}: ${value === '' ? m.ui_empty_value() : value}`}
        checked={chosen === side}
        onChange={() => onChoose(field.id, side)}
      />
      <span>
        {value === '' ? <span className={css.empty}>{m.ui_empty_value()}</span> : value}
        {value === field.base ? <span className={css.note}>{m.ui_conflict_unchanged()}</span> : null}
      </span>
    </label>
  )
}
