import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { createTag } from '@steward/contract/reference-data/tags'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import { isTagName } from '@steward/contract/rules/name-rules'
import { api } from '../../api/client.ts'
import { problemMessage } from '../../api/problem.ts'
import { invalidateTables } from '../../api/query.ts'
import { useEditReason } from '../../reference-data/tags/permissions.ts'
import { tagTables } from '../../reference-data/tags/queries.ts'
import { isForInputMethod } from '../../theme/inputMethod.ts'
import { Button } from '../../ui/form/Button.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import css from './AssignDialog.module.css'

/** Creates a tag without leaving the dialog. `typed` is what was searched for; it becomes the name. */
export function TagForm({ typed, onCreated }: { typed: string; onCreated: (tag: Tag) => void }) {
  const reason = useEditReason()
  const [isOpen, setIsOpen] = useState(false)
  const [created, setCreated] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  // The button is rendered again by then.
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (reason !== undefined) return <p className={css.note}>{reason}</p>
  return (
    <>
      {isOpen ? (
        <OpenForm
          initial={isTagName(typed) ? typed : ''}
          onCreated={(tag) => {
            setCreated(tag.tagName)
            onCreated(tag)
            close()
          }}
          onClose={close}
        />
      ) : (
        <span>
          <Button ref={opener} small icon={<Plus />} onClick={() => setIsOpen(true)}>
            {isTagName(typed) ? m.jobs_manage_tag_create_named({ name: typed }) : m.jobs_manage_tag_create()}
          </Button>
        </span>
      )}
      <div role="status" className="visually-hidden">
        {created === '' || isOpen ? '' : m.jobs_manage_tag_created({ name: created })}
      </div>
    </>
  )
}

interface OpenFormProps {
  initial: string
  onCreated: (tag: Tag) => void
  onClose: () => void
}

function OpenForm({ initial, onCreated, onClose }: OpenFormProps) {
  const [name, setName] = useState(initial)
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const mutation = useMutation({
    mutationKey: ['JobLog_create_tag'],
    mutationFn: (tagName: string) => api(createTag, { body: { tagName } }),
    onSuccess: (tag) => {
      void invalidateTables(tagTables)
      onCreated(tag)
    },
    onError: (error) => {
      setFault(problemMessage(error, m.jobs_manage_tag_error()))
      field.current?.focus()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mutation.isPending) return
    const wanted = name.trim()
    const wrong = wanted === '' ? m.field_required_name() : isTagName(wanted) ? undefined : m.field_tag_name_invalid()
    setFault(wrong)
    if (wrong === undefined) mutation.mutate(wanted)
    else field.current?.focus()
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isForInputMethod(event.nativeEvent)) return
    // Escape would close the dialog.
    event.stopPropagation()
    onClose()
  }
  return (
    <form className={css.create} onSubmit={submit} noValidate>
      <TextField
        ref={field}
        autoFocus
        label={m.jobs_manage_tag_name()}
        hint={m.jobs_manage_tag_hint()}
        error={fault}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setFault(undefined)
        }}
        onKeyDown={cancel}
      />
      <div className={css.buttons}>
        <Button type="submit" small loading={mutation.isPending}>
          {m.jobs_manage_tag_create()}
        </Button>
        <Button small kind="quiet" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
      </div>
    </form>
  )
}
