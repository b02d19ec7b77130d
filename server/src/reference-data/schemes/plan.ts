import type { Outcome, RowFault } from '../tables/rows.ts'
import type { StoredScheme } from './queries.ts'

/** A scheme to create or change. What is undefined stays as it is, and gets its default in a new scheme. */
export interface WantedScheme {
  currencySchemeCode: string
  currencySchemeName: string
  anchorCurrencyCode: string
  sourceName?: string | undefined
  externalId?: string | undefined
  updateIntervalInDays?: number | undefined
  isActive?: boolean | undefined
  isDefault?: boolean | undefined
}

type Values = Omit<StoredScheme, 'currency_scheme_id' | 'currency_scheme_key' | 'version'>

/** A scheme as it will be; without an id it is new. */
export interface PlannedScheme extends Values {
  currency_scheme_id: string | undefined
}

export interface SchemePlan {
  /** The rows that are new or differ from before, the former default among them. */
  rows: PlannedScheme[]
  outcomes: Outcome[]
  faults: RowFault[]
}

/** Which scheme is the default after a change. */
export interface DefaultChoice {
  /** The default before. */
  former: StoredScheme | undefined
  /** It is one of the schemes of the change. */
  isFormerWanted: boolean
  /** The key of the scheme that becomes the default; undefined if no other one does. */
  next: string | undefined
}

interface Known {
  /** Those of the schemes that exist, by their keys. */
  existing: ReadonlyMap<string, StoredScheme>
  choice: DefaultChoice
  /** Currencies by code, and whether they are active. */
  currencies: ReadonlyMap<string, boolean>
  /** What keeps the anchors of schemes, by their id. */
  anchored: ReadonlyMap<string, 'rates' | 'upload'>
}

interface Change {
  index: number
  wanted: WantedScheme
  before: StoredScheme | undefined
  after: PlannedScheme
}

/** Codes are the same in any case. */
export const keyOf = ({ currencySchemeCode }: Pick<WantedScheme, 'currencySchemeCode'>): string => currencySchemeCode.toLowerCase()

/** The existing scheme with this code, in any case. */
export const schemeOf = (existing: ReadonlyMap<string, StoredScheme>, code: string): StoredScheme | undefined =>
  existing.get(keyOf({ currencySchemeCode: code }))

/** Whether an existing scheme would get another anchor. */
export const movesAnchor = (before: StoredScheme | undefined, { anchorCurrencyCode }: WantedScheme): before is StoredScheme =>
  before !== undefined && before.anchor_currency_code !== anchorCurrencyCode

/** What the schemes become, or why not: exactly one of all is the default, and it is active. Each code occurs once. */
export function planSchemes(wanted: readonly WantedScheme[], known: Known): SchemePlan {
  const changes = wanted.map((one, index): Change => {
    const before = schemeOf(known.existing, one.currencySchemeCode)
    return { index, wanted: one, before, after: merged(one, before) }
  })
  const { former, isFormerWanted, next } = known.choice
  const faults = changes.flatMap((one) => [...setDefault(one, known.choice), ...anchorFaults(one, known)])
  const rows = changes.flatMap(({ before, after }) => (before && isSame(before, after) ? [] : [after]))
  const isNextAmong = changes.some((one) => keyOf(one.wanted) === next)
  if (former && !isFormerWanted && isNextAmong) rows.push({ ...former, is_default: false })
  return {
    rows,
    outcomes: changes.map(({ before, after }) => (!before ? 'created' : isSame(before, after) ? 'unchanged' : 'changed')),
    faults,
  }
}

const merged = (wanted: WantedScheme, before: StoredScheme | undefined): PlannedScheme => ({
  currency_scheme_id: before?.currency_scheme_id,
  currency_scheme_code: before?.currency_scheme_code ?? wanted.currencySchemeCode,
  currency_scheme_name: wanted.currencySchemeName,
  anchor_currency_code: wanted.anchorCurrencyCode,
  source_name: wanted.sourceName ?? before?.source_name ?? '',
  external_id: wanted.externalId ?? before?.external_id ?? '',
  update_interval_in_days: wanted.updateIntervalInDays ?? before?.update_interval_in_days ?? 0,
  is_active: wanted.isActive ?? before?.is_active ?? true,
  is_default: wanted.isDefault ?? before?.is_default ?? false,
})

const comparedColumns = [
  'currency_scheme_name',
  'anchor_currency_code',
  'source_name',
  'external_id',
  'update_interval_in_days',
  'is_active',
  'is_default',
] as const satisfies readonly (keyof Values)[]

const isSame = (before: StoredScheme, after: PlannedScheme): boolean => comparedColumns.every((column) => before[column] === after[column])

/** Sets `is_default` of what a scheme becomes. */
function setDefault({ index, wanted, before, after }: Change, { former, next }: DefaultChoice): RowFault[] {
  const isNext = keyOf(wanted) === next
  const isFormer = before !== undefined && before.currency_scheme_id === former?.currency_scheme_id
  const mustBeActive = (): RowFault[] => (after.is_active ? [] : [{ index, field: 'isActive', code: 'default_scheme_inactive' }])
  if (isNext) {
    after.is_default = true
    return mustBeActive()
  }
  if (wanted.isDefault) return [{ index, field: 'isDefault', code: 'default_scheme_twice' }]
  if (!isFormer) return []
  if (next !== undefined) {
    after.is_default = false
    return []
  }
  return after.is_default ? mustBeActive() : [{ index, field: 'isDefault', code: 'default_scheme_required' }]
}

function anchorFaults({ index, wanted, before, after }: Change, { currencies, anchored }: Known): RowFault[] {
  const currencyCode = after.anchor_currency_code
  const fault = (code: RowFault['code']) => [{ index, field: 'anchorCurrencyCode', code, parameters: { currencyCode } }]
  const isActive = currencies.get(currencyCode)
  const moves = movesAnchor(before, wanted)
  if (isActive === undefined) return fault('currency_unknown')
  if (moves && anchored.has(before.currency_scheme_id)) {
    return fault(anchored.get(before.currency_scheme_id) === 'rates' ? 'anchor_in_use' : 'upload_running')
  }
  return !isActive && (after.is_active || moves || !before) ? fault('anchor_inactive') : []
}
