import { idsParam, textParam } from '../ui/table/search.ts'

/** What the explainer's own page keeps in its URL. */
export interface AccessSearch {
  /** Id of the user it is asked of. */
  user?: string | undefined
  /** What is asked; see `Question.id`. */
  ask?: string | undefined
}

/** What is asked, from raw search parameters; the explainer ignores what it does not know. */
export const askParam = (raw: Record<string, unknown>): string | undefined => textParam(raw.ask)?.slice(0, 200)

export function accessSearch(raw: Record<string, unknown>): AccessSearch {
  const user = idsParam(raw.user)?.[0]
  const ask = askParam(raw)
  return { ...(user ? { user } : {}), ...(ask ? { ask } : {}) }
}
