import { logSearch, textsParam, type LogSearch } from '../ui/filter/logSearch.ts'
import { choiceParam, choicesParam } from '../ui/table/search.ts'

/** The contract's types, repeated because this file is in the first chunk. */
const types = ['Create', 'Update', 'Delete'] as const
export type ChangeType = (typeof types)[number]

/** Search parameters of the audit log; `q` is part of a name or a value. */
export interface AuditSearch extends LogSearch {
  /** Ids of who made changes. */
  actor?: string[]
  type?: ChangeType[]
  category?: string[]
  /** Ids of what was changed. */
  entity?: string[]
  field?: string[]
  /** One row for each change instead of one for each field. */
  view?: 'change'
  /** The id of an archived month to show instead. */
  archive?: string
}

const text = /^.{1,320}$/s
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Parses the page's search parameters; invalid ones are left out. */
export const auditSearch = (raw: Record<string, unknown>): AuditSearch =>
  logSearch(raw, {
    actor: textsParam(raw.actor, text),
    type: choicesParam(raw.type, types),
    category: textsParam(raw.category, text),
    entity: textsParam(raw.entity, text),
    field: textsParam(raw.field, text),
    view: choiceParam(raw.view, ['change']),
    archive: textsParam(raw.archive, uuid)?.[0],
  })
