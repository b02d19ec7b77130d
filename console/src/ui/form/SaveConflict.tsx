import { problemMessage } from '../../api/problem.ts'
import type { ConflictField, Side } from './conflict.ts'
import { ConflictDialog } from '../overlay/ConflictDialog.tsx'
import type { VersionConflict, VersionedSave } from './useVersionedSave.ts'

interface SaveConflictProps<Entity extends { etag: string | undefined }, Values> {
  save: VersionedSave<Entity, Values>
  /** The name of the edited item, such as "Ada Lindqvist". */
  name: string
  fields: (conflict: VersionConflict<Entity, Values>) => readonly ConflictField[]
  /** Saves the chosen values of both versions. */
  resolved: (conflict: VersionConflict<Entity, Values>, sides: Record<string, Side>) => Values
  errorFallback: string
}

/** Asks which values to keep after a save conflict; renders nothing otherwise. */
export function SaveConflict<Entity extends { etag: string | undefined }, Values>({
  save,
  name,
  fields,
  resolved,
  errorFallback,
}: SaveConflictProps<Entity, Values>) {
  const { conflict } = save
  if (conflict === undefined) return null
  return (
    <ConflictDialog
      key={conflict.theirs.etag}
      name={name}
      fields={fields(conflict)}
      onResolve={(sides) => save.resolve(resolved(conflict, sides))}
      onClose={save.dismiss}
      loading={save.isPending}
      error={save.error ? problemMessage(save.error, errorFallback) : undefined}
    />
  )
}
