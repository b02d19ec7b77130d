import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemCode } from '../../api/problem.ts'

/** Somebody else saved between reading and saving: what was wanted, what it was made from, what is there now. */
export interface VersionConflict<Entity, Values> {
  mine: Values
  base: Entity
  theirs: Entity
}

/** The versions of a conflict by what is edited of them. */
export const valuesIn = <Entity, Mine, Edited>({ base, mine, theirs }: VersionConflict<Entity, Mine>, of: (entity: Entity) => Edited) => ({
  base: of(base),
  mine,
  theirs: of(theirs),
})

/** Thrown to the form, which stays as it is; the conflict dialog speaks for it. */
class Stale extends Error {
  constructor() {
    super('version_conflict')
    this.name = 'Stale'
  }
}

interface VersionedSaveOptions<Entity, Values> {
  /** Names the action, as in `api/status.ts`. */
  key: string
  /** Sends the values with the ETag of the version they were made from; `base` is that version, to send only what differs. */
  save: (values: Values, ifMatch: string | undefined, base: Entity) => Promise<Entity>
  /** Fetches what is there now. */
  latest: () => Promise<Entity>
  onSaved: (entity: Entity) => void
  /** Whether what is edited here is the same in both: then there is nothing to ask, and it is saved on top of the newer one. */
  isSame?: (base: Entity, theirs: Entity) => boolean
}

export interface VersionedSave<Entity, Values> {
  /** Rejects with what the server said, or where somebody else saved. */
  submit: (values: Values, base: Entity) => Promise<Entity>
  /** Saves what was chosen of both versions, on top of the newer one. */
  resolve: (values: Values) => void
  dismiss: () => void
  conflict: VersionConflict<Entity, Values> | undefined
  /** What the server said to the last try; a conflict is none. */
  error: Error | null
  isPending: boolean
  /** For the form's button: while a conflict is resolved, its dialog shows the progress. */
  isSubmitting: boolean
}

/**
 * Saves an edit with If-Match. Where the server answers 412 the newest version is fetched and the conflict is kept until it
 * is resolved or dismissed; nothing that was entered is lost.
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
