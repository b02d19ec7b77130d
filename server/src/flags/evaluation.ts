import { problem } from '@steward/contract/errors'
import type { Db } from '../db/pool.ts'
import { type TenantContext, withTenant } from '../db/tenant.ts'
import type { Gate, Principal } from '../http/principal.ts'
import type { FlagInputs, FlagSubject } from './permission-inputs.ts'
import type { FlagService } from './service.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const subjectOf = ({ type, id }: Principal): FlagSubject => ({ type: type === 'user' || type === 'key' ? type : 'other', id })

/** Flags for OFREP clients: the caller's own, or another user's with the permission to view users. */
export function createFlagEvaluation({ db, flags, isGranted }: { db: Db; flags: FlagService; isGranted: Gate['isGranted'] }) {
  return {
    /** @throws targeting_key_foreign */
    async evaluate(principal: Principal, ctx: TenantContext, targetingKey: string): Promise<FlagInputs> {
      const isOwn = targetingKey.toLowerCase() === principal.id.toLowerCase()
      if (!isOwn && !(await isGranted(principal, 'Admin.ViewUsers'))) {
        throw problem('targeting_key_foreign', {}, { field: 'context.targetingKey' })
      }
      const subject: FlagSubject = isOwn ? subjectOf(principal) : { type: uuid.test(targetingKey) ? 'user' : 'other', id: targetingKey }
      const service = await flags.fromService(principal.tenantId, subject)
      return withTenant(db, ctx, (tx) => flags.read(tx, subject, service), { readOnly: true })
    },
  }
}

export type FlagEvaluation = ReturnType<typeof createFlagEvaluation>
