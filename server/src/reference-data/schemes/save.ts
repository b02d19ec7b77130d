import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import { type TenantContext, type TenantTransaction, noteChange, tenantIdOf } from '../../db/tenant.ts'
import type { Constraints } from '../tables/change.ts'
import { type Saved, mustBeVersion } from '../tables/rows.ts'
import { type DefaultChoice, type PlannedScheme, type WantedScheme, keyOf, movesAnchor, planSchemes, schemeOf } from './plan.ts'
import { lockSchemes, readAnchored, readAnchors, readDefaultScheme, readSchemes } from './queries.ts'

export const schemeConstraints: Constraints = {
  racing: ['currency_scheme_code_unique', 'currency_scheme_default_unique'],
  refusals: { default_scheme_inactive: () => problem('default_scheme_inactive') },
}

/** Creates or changes a scheme. @throws version_conflict */
export async function saveScheme(tx: TenantTransaction, ctx: TenantContext, wanted: WantedScheme, ifMatch?: number): Promise<Saved> {
  await lockSchemes(tx)
  const former = await readDefaultScheme(tx)
  const key = keyOf(wanted)
  const choice = { former, isFormerWanted: former?.currency_scheme_key === key, next: wanted.isDefault || !former ? key : undefined }
  return saveSchemes(tx, ctx, [wanted], choice, { ifMatch })
}

/**
 * Creates and changes some of the schemes of a change, all or none. The tenant's schemes are locked, and each code occurs once in the
 * change; the next default has to come last.
 * @param isCheck only tells what would happen
 * @throws version_conflict
 */
export async function saveSchemes(
  tx: TenantTransaction,
  { actor }: TenantContext,
  wanted: readonly WantedScheme[],
  choice: DefaultChoice,
  { ifMatch, isCheck = false }: { ifMatch?: number | undefined; isCheck?: boolean } = {},
): Promise<Saved> {
  const existing = new Map((await readSchemes(tx, wanted.map(keyOf))).map((row) => [row.currency_scheme_key, row]))
  for (const { currencySchemeCode: code } of wanted) mustBeVersion(ifMatch, schemeOf(existing, code)?.version)
  const currencies = await readAnchors(
    tx,
    wanted.map(({ anchorCurrencyCode }) => anchorCurrencyCode),
  )
  const moved = wanted.flatMap((one) => {
    const before = schemeOf(existing, one.currencySchemeCode)
    return movesAnchor(before, one) ? [before.currency_scheme_id] : []
  })
  const anchored = moved.length === 0 ? new Map<string, never>() : await readAnchored(tx, moved)
  const { rows, outcomes, faults } = planSchemes(wanted, { existing, choice, currencies, anchored })
  if (faults.length === 0 && !isCheck) await write(tx, actor.name, rows)
  return { outcomes, faults }
}

async function write(tx: TenantTransaction, by: string, rows: readonly PlannedScheme[]): Promise<void> {
  if (rows.length === 0) return
  // Only one scheme can be the default at a time, so the former default goes first.
  for (const group of [rows.filter((row) => !row.is_default), rows.filter((row) => row.is_default)]) {
    await writeGroup(tx, by, group)
  }
  noteChange(tx, 'currency_scheme')
}

async function writeGroup(tx: TenantTransaction, by: string, rows: readonly PlannedScheme[]): Promise<void> {
  if (rows.length === 0) return
  const tenantId = tenantIdOf(tx)
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (
    currency_scheme_id uuid, currency_scheme_code text, currency_scheme_name text, anchor_currency_code text, source_name text,
    external_id text, update_interval_in_days integer, is_active boolean, is_default boolean)`
  await sql`
    update currency_scheme s
       set currency_scheme_name = given.currency_scheme_name, anchor_currency_code = given.anchor_currency_code,
           source_name = given.source_name, external_id = given.external_id, update_interval_in_days = given.update_interval_in_days,
           is_active = given.is_active, is_default = given.is_default, updated_by = ${by}
      from ${given} where s.tenant_id = ${tenantId}::uuid and s.currency_scheme_id = given.currency_scheme_id`.execute(tx)
  await sql`
    insert into currency_scheme (tenant_id, currency_scheme_code, currency_scheme_name, anchor_currency_code, source_name, external_id,
                                 update_interval_in_days, is_active, is_default, created_by, updated_by)
    select ${tenantId}::uuid, given.currency_scheme_code, given.currency_scheme_name, given.anchor_currency_code, given.source_name,
           given.external_id, given.update_interval_in_days, given.is_active, given.is_default, ${by}, ${by}
      from ${given} where given.currency_scheme_id is null`.execute(tx)
}
