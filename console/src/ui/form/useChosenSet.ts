import { useState } from 'react'
import { sameSet } from './setConflict.ts'

/**
 * The members of a set of an entity (a group's roles, a user's groups) while they are edited, to be saved together. Without edits it
 * follows changes by others; with edits it keeps them, and saving detects the conflict.
 */
export function useChosenSet<Versioned extends { etag: string | undefined }>(latest: Versioned, idsOf: (entity: Versioned) => string[]) {
  const [base, setBase] = useState(latest)
  const [chosen, setChosen] = useState(() => idsOf(latest))
  const before = idsOf(base)
  const isDirty = !sameSet(before, chosen)
  const follow = (entity: Versioned) => {
    setBase(entity)
    setChosen(idsOf(entity))
  }
  if (latest.etag !== base.etag && !isDirty) follow(latest)
  return {
    /** The version that the edits are based on. */
    base,
    before,
    chosen,
    isDirty,
    /** Continues from another version, without edits. */
    follow,
    toggle: (id: string, isChosen: boolean) => setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id)),
    /** Replaces the whole set. */
    choose: setChosen,
    undo: () => setChosen(before),
  }
}
