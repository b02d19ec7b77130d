import { sql } from 'kysely'
import { type TenantContext, type TenantTransaction, noteChange, tenantIdOf } from '../../db/tenant.ts'
import type { Constraints } from '../tables/change.ts'
import { type Outcome, type RowFault, type Saved, mustBeVersion } from '../tables/rows.ts'
import { type CurrencyRow, anchorsAmong, lockCurrencies } from './queries.ts'

export interface WantedCurrency {
  currencyCode: string
  currencyName: string
  /** Undefined: an existing currency stays as it is, a new one is active. */
  isActive?: boolean | undefined
}

export const currencyConstraints: Constraints = { racing: ['currency_pk', 'currency_is_anchor'], refusals: {} }

/**
 * Creates and changes currencies, all or none. The codes are upper case, and each occurs once.
 * @param isCheck only tells what would happen
 * @throws version_conflict
 */
export async function saveCurrencies(
  tx: TenantTransaction,
  { actor }: TenantContext,
  wanted: readonly WantedCurrency[],
  { ifMatch, isCheck = false }: { ifMatch?: number | undefined; isCheck?: boolean } = {},
): Promise<Saved> {
  const codes = wanted.map(({ currencyCode }) => currencyCode)
  const existing = new Map((await lockCurrencies(tx, codes)).map((row) => [row.currency_code, row]))
  for (const code of codes) mustBeVersion(ifMatch, existing.get(code)?.version)
  const faults = await faultsOf(tx, wanted, existing)
  const outcomes = wanted.map((one) => outcomeOf(one, existing.get(one.currencyCode)))
  if (faults.length === 0 && !isCheck) {
    const withOutcome = (outcome: Outcome) => wanted.filter((_, index) => outcomes[index] === outcome)
    await write(tx, actor.name, { created: withOutcome('created'), changed: withOutcome('changed') })
  }
  return { outcomes, faults }
}

async function faultsOf(
  tx: TenantTransaction,
  wanted: readonly WantedCurrency[],
  existing: ReadonlyMap<string, CurrencyRow>,
): Promise<RowFault[]> {
  const isDeactivated = ({ currencyCode, isActive }: WantedCurrency) => isActive === false && existing.get(currencyCode)?.is_active
  const codes = wanted.filter(isDeactivated).map(({ currencyCode }) => currencyCode)
  const anchors = codes.length === 0 ? new Set<string>() : await anchorsAmong(tx, codes)
  return wanted.flatMap((one, index) => {
    const { currencyCode } = one
    if (!isDeactivated(one) || !anchors.has(currencyCode)) return []
    return { index, field: 'isActive', code: 'currency_is_anchor', parameters: { currencyCode } }
  })
}

function outcomeOf({ currencyName, isActive }: WantedCurrency, before: CurrencyRow | undefined): Outcome {
  if (!before) return 'created'
  return currencyName === before.currency_name && (isActive ?? before.is_active) === before.is_active ? 'unchanged' : 'changed'
}

/** A currency that someone else created since it was looked for fails with `currency_pk`, and the work starts again. */
async function write(
  tx: TenantTransaction,
  by: string,
  { created, changed }: Record<'created' | 'changed', WantedCurrency[]>,
): Promise<void> {
  const tenantId = tenantIdOf(tx)
  if (changed.length > 0) {
    await sql`
      update currency set currency_name = given.currency_name, is_active = coalesce(given.is_active, currency.is_active), updated_by = ${by}
        from ${rowsOf(changed)} where currency.tenant_id = ${tenantId}::uuid and currency.currency_code = given.currency_code`.execute(tx)
  }
  if (created.length > 0) {
    await sql`
      insert into currency (tenant_id, currency_code, currency_name, is_active, created_by, updated_by)
      select ${tenantId}::uuid, given.currency_code, given.currency_name, coalesce(given.is_active, true), ${by}, ${by}
        from ${rowsOf(created)}`.execute(tx)
  }
  if (created.length + changed.length > 0) noteChange(tx, 'currency')
}

const rowsOf = (rows: readonly WantedCurrency[]) =>
  sql`unnest(${rows.map(({ currencyCode }) => currencyCode)}::text[], ${rows.map(({ currencyName }) => currencyName)}::text[],
    ${rows.map(({ isActive }) => isActive ?? null)}::boolean[]) given (currency_code, currency_name, is_active)`
