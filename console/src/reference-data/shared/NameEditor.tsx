import { useCallback, useMemo, type ReactNode } from 'react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import { FormTextField } from '../../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../../ui/form/FormShell.tsx'
import { SaveConflict } from '../../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../../ui/form/StaleNotice.tsx'
import { useEditBase } from '../../ui/form/useEditBase.ts'
import { useVersionedSave } from '../../ui/form/useVersionedSave.ts'
import { RecordMenu } from '../../ui/record/RecordMenu.tsx'
import { statusAction } from './statusAction.tsx'
import { ActiveCell } from './StatusCell.tsx'
import type { Activatable, StatusChange } from './useStatusChange.tsx'

interface Name {
  name: string
}

interface Item extends Activatable {
  createdBy: string
  createdAt: string
  updatedBy: string
  updatedAt: string
}

interface Versioned<Data> {
  data: Data
  etag: string | undefined
}

/** A kind of item whose only editable field is its name. */
export interface NamedKind<Data extends Item> {
  /** Key of the mutation. */
  key: string
  schema: z.ZodType<string, string>
  /** The field's path in the server's errors. */
  serverField: string
  nameOf: (item: Data) => string
  /** What the panel and its menu call the item. */
  titleOf: (item: Data) => string
  descriptionOf?: (item: Data) => string
  maxLength: number
  /** The name is an identifier: it isn't spell-checked. */
  isIdentifier?: boolean
  tables: Parameters<typeof invalidateTables>[0]
  /** Saves over a version; `from` is what the edit began with. */
  save: (from: Data, name: string, ifMatch: string | undefined) => Promise<Versioned<Data>>
  /** What saving that name would do. */
  preview: (from: Data, name: string) => ReactNode
  latest: (item: Data) => Promise<Versioned<Data>>
  texts: {
    label: () => string
    hint: () => string
    saved: (item: Data) => string
    failed: () => string
    createdBy: () => string
    created: () => string
    updatedBy: () => string
    updated: () => string
  }
}

interface NameEditorProps<Data extends Item> {
  kind: NamedKind<Data>
  latest: Versioned<Data>
  /** Why the user cannot edit; undefined if they can. */
  reason: string | undefined
  status: StatusChange<Data>
  onClose: () => void
}

/** The form of an item's panel: its name, and what else is known. */
export function NameEditor<Data extends Item>({ kind, latest, reason, status, onClose }: NameEditorProps<Data>) {
  const { texts } = kind
  const item = latest.data
  const title = kind.titleOf(item)
  const valuesOf = useCallback(({ data }: Versioned<Data>): Name => ({ name: kind.nameOf(data) }), [kind])
  const schema = useMemo(() => z.strictObject({ name: kind.schema }), [kind])
  const isSame = (a: Versioned<Data>, b: Versioned<Data>) => kind.nameOf(a.data) === kind.nameOf(b.data)
  const form = useContractForm<Name, Name>({ schema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const save = useVersionedSave<Versioned<Data>, Name>({
    key: kind.key,
    save: ({ name }, ifMatch, from) => kind.save(from.data, name, ifMatch),
    latest: () => kind.latest(item),
    isSame,
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(kind.tables)
      alerts.success(texts.saved(saved.data))
    },
  })
  return (
    <>
      <PanelForm
        form={form}
        title={title}
        description={kind.descriptionOf?.(item)}
        actions={<RecordMenu name={title} actions={[statusAction(item, status, reason)]} />}
        onSubmit={(name) => save.submit(name, base)}
        onClose={onClose}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={({ name }) => kind.preview(base.data, name)}
        submitLabel={m.tags_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={texts.failed()}
        fieldNames={{ [kind.serverField]: 'name' }}
      >
        {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
        <StaleNotice show={isDirty && !isSame(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <FormTextField
          control={form.control}
          name="name"
          label={texts.label()}
          hint={texts.hint()}
          autoComplete="off"
          {...(kind.isIdentifier && { autoCapitalize: 'none', spellCheck: false })}
          maxLength={kind.maxLength}
          readOnly={reason !== undefined}
        />
        <DescriptionList
          items={[
            { term: m.tags_column_active(), value: <ActiveCell isActive={item.isActive} /> },
            { term: texts.createdBy(), value: item.createdBy },
            { term: texts.created(), value: <RelativeTime value={item.createdAt} /> },
            { term: texts.updatedBy(), value: item.updatedBy },
            { term: texts.updated(), value: <RelativeTime value={item.updatedAt} /> },
          ]}
        />
      </PanelForm>
      <SaveConflict
        save={save}
        name={kind.titleOf(base.data)}
        fields={({ base: from, mine, theirs }) => [
          { id: 'name', label: texts.label(), base: kind.nameOf(from.data), mine: mine.name, theirs: kind.nameOf(theirs.data) },
        ]}
        resolved={({ mine, theirs }, sides) => (sides['name'] === 'mine' ? mine : valuesOf(theirs))}
        errorFallback={texts.failed()}
      />
      {status.dialogs}
    </>
  )
}
