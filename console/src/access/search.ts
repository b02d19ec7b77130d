import { choiceParam, idsParam, textParam } from '../ui/table/search.ts'

/** Search parameters of the explainer's page. */
export interface AccessSearch {
  /** Id of the user in question. */
  user?: string | undefined
  /** The question; see `Question.id`. */
  ask?: string | undefined
}

/** The question from raw search parameters; the explainer ignores unknown ones. */
export const askParam = (raw: Record<string, unknown>): string | undefined => textParam(raw.ask)?.slice(0, 200)

export function accessSearch(raw: Record<string, unknown>): AccessSearch {
  const user = idsParam(raw.user)?.[0]
  const ask = askParam(raw)
  return { ...(user ? { user } : {}), ...(ask ? { ask } : {}) }
}

/** Search parameters of the comparison. */
export interface CompareSearch {
  what?: 'roles' | undefined
  /** Ids of two users or two roles. */
  a?: string | undefined
  b?: string | undefined
}

export function compareSearch(raw: Record<string, unknown>): CompareSearch {
  return { what: choiceParam(raw.what, ['roles']), a: idsParam(raw.a)?.[0], b: idsParam(raw.b)?.[0] }
}
