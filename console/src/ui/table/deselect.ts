type Listener = (ids: readonly string[]) => void

const listeners = new Set<Listener>()

/** Rows that are gone, such as deleted users: the tables of this page deselect them, wherever they were deleted. */
export const deselect: Listener = (ids) => listeners.forEach((listener) => listener(ids))

export function onDeselect(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
