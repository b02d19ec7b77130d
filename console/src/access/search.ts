import { momentParam } from '../api/moment.ts'
import { choiceParam, given, idsParam, textParam } from '../ui/table/search.ts'

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
  return given<AccessSearch>({ user: idsParam(raw.user)?.[0], ask: askParam(raw) })
}

/** Search parameters of the comparison. */
export interface CompareSearch {
  what?: 'roles' | 'moments' | undefined
  /** Ids of two users or two roles; of two moments only the first, that of the record. */
  a?: string | undefined
  b?: string | undefined
  /** What is compared at two moments. */
  compared?: ComparedRecord | undefined
  /** ISO 8601. */
  from?: string | undefined
  /** Otherwise now. */
  to?: string | undefined
}

export const comparedRecords = ['user', 'group', 'role', 'tenant'] as const
export type ComparedRecord = (typeof comparedRecords)[number]

export function compareSearch(raw: Record<string, unknown>): CompareSearch {
  return {
    what: choiceParam(raw.what, ['roles', 'moments']),
    a: idsParam(raw.a)?.[0],
    b: idsParam(raw.b)?.[0],
    compared: choiceParam(raw.compared, comparedRecords),
    from: momentParam(raw.from),
    to: momentParam(raw.to),
  }
}
