import { problemMessage } from '../../api/problem.ts'
import type { ConflictField, Side } from './conflict.ts'
import { ConflictDialog } from '../overlay/ConflictDialog.tsx'
import type { VersionConflict, VersionedSave } from './useVersionedSave.ts'

interface SaveConflictProps<Entity extends { etag: string | undefined }, Values> {
  save: VersionedSave<Entity, Values>
  /** What was edited: "Ada Lindqvist". */
  name: string
  fields: (conflict: VersionConflict<Entity, Values>) => readonly ConflictField[]
  /** What is saved of both versions, as chosen. */
  resolved: (conflict: VersionConflict<Entity, Values>, sides: Record<string, Side>) => Values
  errorFallback: string
}

/** Asks what to keep once a save met somebody else's; shows nothing until then. */
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
