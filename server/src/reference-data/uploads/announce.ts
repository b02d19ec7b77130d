import { sql } from 'kysely'
import type { TenantTransaction } from '../../db/tenant.ts'
import { publish } from '../../notifications/publish.ts'
import { recordEvent } from '../../system-log/record.ts'
import type { Claim } from './claim.ts'
import type { StoredFault } from './queries.ts'
import type { Stored } from './staging.ts'

/** How an upload ended. */
export type UploadEnd =
  | ({ kind: 'finished' } & Stored)
  | { kind: 'refused'; refused: number; refusedLines: StoredFault[]; rejectedFileId: string | undefined }
  | { kind: 'failed' }

/** Notifies the user who uploaded the file, if they still exist; keys have no notifications. */
export async function announceEnd(tx: TenantTransaction, claim: Claim, end: UploadEnd, now: Date): Promise<void> {
  if (claim.created_by_type !== 'user') return
  const user = await tx.selectFrom('app_user').select('user_id').where('user_id', '=', claim.created_by_id).executeTakeFirst()
  if (!user) return
  const { file_name: fileName, currency_scheme_code: schemeCode, vintage } = claim
  const about = { fileName, schemeCode, vintage }
  // A message that its reader caused would count as read.
  await sql`select set_config('steward.actor_type', 'system', true)`.execute(tx)
  const message =
    end.kind === 'finished'
      ? ({
          messageType: 'RateUploadFinished',
          parameters: { ...about, added: end.added, changed: end.changed, unchanged: end.unchanged },
        } as const)
      : ({ messageType: 'RateUploadRefused', parameters: { ...about, ...(end.kind === 'refused' ? { count: end.refused } : {}) } } as const)
  await publish(tx, { ...message, recipientId: claim.created_by_id }, now)
}

/** Writes an import to the system log. */
export async function recordEnd(tx: TenantTransaction, claim: Claim, end: UploadEnd): Promise<void> {
  const { currency_scheme_code: currencySchemeCode, vintage } = claim
  const counts: Partial<Stored> = end.kind === 'finished' ? { added: end.added, changed: end.changed, unchanged: end.unchanged } : {}
  await recordEvent(tx, {
    kind: 'import',
    outcome: end.kind === 'finished' ? 'success' : 'failure',
    ...(claim.created_by_type === 'user' ? { userId: claim.created_by_id } : {}),
    username: claim.created_by,
    details: { what: 'exchange rates', currencySchemeCode, vintage, ...counts },
  })
}
