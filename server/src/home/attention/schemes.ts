import { sql } from 'kysely'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { executePrepared } from '../../db/prepared.ts'
import { tenantIdOf } from '../../db/tenant.ts'
import type { AttentionSource } from './source.ts'

export interface SchemeState {
  currency_scheme_code: string
  currency_scheme_name: string
  /** When a new vintage is expected. */
  due_at: Date
}

/** One row for the currency schemes whose next vintage is due; it names the one that waits longest. */
export function dueSchemes(schemes: readonly SchemeState[], now: Date): AttentionItem[] {
  const due = schemes.filter((scheme) => scheme.due_at <= now).toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())
  const [first] = due
  if (first === undefined) return []
  return [
    {
      kind: 'schemes_due',
      urgency: 'notice',
      dueAt: first.due_at.toISOString(),
      count: due.length,
      schemeCode: first.currency_scheme_code,
      schemeName: first.currency_scheme_name,
    },
  ]
}

export const schemeSource: AttentionSource = {
  permissions: [['Navigation.ReferenceData', 'Admin.EditCurrencySchemes']],
  async read(tx, { now }) {
    const { rows } = await executePrepared(
      tx,
      sql<SchemeState>`
      select s.currency_scheme_code, s.currency_scheme_name,
             coalesce((select max(v.published_at) from currency_vintage v
                        where v.tenant_id = s.tenant_id and v.currency_scheme_id = s.currency_scheme_id and v.status = 'Published'),
                      s.created_at) + make_interval(days => s.update_interval_in_days) as due_at
        from currency_scheme s
       where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.is_active and s.update_interval_in_days > 0`,
    )
    return dueSchemes(rows, now)
  },
}
