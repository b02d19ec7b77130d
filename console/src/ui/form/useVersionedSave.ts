import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemCode } from '../../api/problem.ts'

/** Someone else saved between reading and saving: the edited values, their base version and the current version. */
export interface VersionConflict<Entity, Values> {
  mine: Values
  base: Entity
  theirs: Entity
}

/** The versions in a conflict, reduced to the edited part. */
export const valuesIn = <Entity, Mine, Edited>({ base, mine, theirs }: VersionConflict<Entity, Mine>, of: (entity: Entity) => Edited) => ({
  base: of(base),
  mine,
  theirs: of(theirs),
})

/** Rejects the form's submit without a message; the conflict dialog explains it. */
class Stale extends Error {
  constructor() {
    super('version_conflict')
    this.name = 'Stale'
  }
}

interface VersionedSaveOptions<Entity, Values> {
  /** The key of the action, as in `api/status.ts`. */
  key: string
  /** Sends the values with the ETag of their base version; `base` allows sending only the differences. */
  save: (values: Values, ifMatch: string | undefined, base: Entity) => Promise<Entity>
  /** Fetches the current version. */
  latest: () => Promise<Entity>
  onSaved: (entity: Entity) => void
  /** Whether the edited part is equal in both versions. If so, there is no conflict and it saves on top of the newer one. */
  isSame?: (base: Entity, theirs: Entity) => boolean
}

export interface VersionedSave<Entity, Values> {
  /** Rejects with the server's error, or on a conflict. */
  submit: (values: Values, base: Entity) => Promise<Entity>
  /** Saves the chosen values of both versions on top of the newer one. */
  resolve: (values: Values) => void
  dismiss: () => void
  conflict: VersionConflict<Entity, Values> | undefined
  /** The error of the last attempt; a conflict doesn't count. */
  error: Error | null
  isPending: boolean
  /** For the form's button; while a conflict is open, its dialog shows the progress. */
  isSubmitting: boolean
}

/**
 * Saves an edit with If-Match. If the server answers 412, fetches the newest version and keeps the conflict until it is
 * resolved or dismissed. No input is lost.
 */
export function useVersionedSave<Entity extends { etag: string | undefined }, Values>({
  key,
  save,
  latest,
  onSaved,
  isSame,
}: VersionedSaveOptions<Entity, Values>): VersionedSave<Entity, Values> {
  const [conflict, setConflict] = useState<VersionConflict<Entity, Values>>()
  const mutation = useMutation({
    mutationKey: [key],
    mutationFn: async ({ values, base }: { values: Values; base: Entity }) => {
      try {
        return await save(values, base.etag, base)
      } catch (error) {
        if (problemCode(error) !== 'version_conflict') throw error
        const theirs = await latest()
        if (isSame?.(base, theirs)) return await save(values, theirs.etag, theirs)
        setConflict({ mine: values, base, theirs })
        throw new Stale()
      }
    },
    onSuccess: (saved) => {
      setConflict(undefined)
      onSaved(saved)
    },
  })
  return {
    submit: (values, base) => mutation.mutateAsync({ values, base }),
    resolve: (values) => {
      if (conflict) mutation.mutate({ values, base: conflict.theirs })
    },
    dismiss: () => setConflict(undefined),
    conflict,
    error: mutation.error instanceof Stale ? null : mutation.error,
    isPending: mutation.isPending,
    isSubmitting: mutation.isPending && conflict === undefined,
  }
}
