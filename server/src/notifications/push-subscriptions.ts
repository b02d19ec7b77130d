import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { PushSubscriptionItem } from '@steward/contract/notifications/schemas'
import type { addPushSubscription } from '@steward/contract/notifications/endpoints'
import type { BodyOf } from '@steward/contract/http'
import { withTenant } from '../db/tenant.ts'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import { AddressRefused, type OutgoingRules } from '../outgoing/address.ts'
import { deviceName } from '../http/device.ts'
import type { NotificationContext } from './context.ts'
import { checkPushAddress } from './push-address.ts'
import { userIdOf } from './service.ts'
import { userAgentLength } from '../http/client.ts'

/** A user's browsers with push enabled. */
export const mostBrowsers = 10

interface PushRow {
  push_subscription_id: string
  endpoint: string
  user_agent: string
  created_at: Date
}

/** The browsers that a user is pushed to. */
export function createPushSubscriptionService({ db }: NotificationContext, rules: OutgoingRules) {
  const shown = ({ push_subscription_id, endpoint, user_agent, created_at }: PushRow): PushSubscriptionItem => ({
    pushSubscriptionId: push_subscription_id,
    endpoint,
    device: deviceName(user_agent),
    createdDate: created_at.toISOString(),
  })

  return {
    async list(principal: Principal): Promise<PushSubscriptionItem[]> {
      const userId = userIdOf(principal)
      const rows = await withTenant(
        db,
        contextOf(principal, ''),
        (tx) =>
          tx
            .selectFrom('push_subscription')
            .select(['push_subscription_id', 'endpoint', 'user_agent', 'created_at'])
            .where('user_id', '=', userId)
            .orderBy('push_subscription_id')
            .execute(),
        { readOnly: true },
      )
      return rows.map(shown)
    },

    /** @throws push_endpoint_refused, push_limit_reached */
    async add(
      principal: Principal,
      requestId: string,
      { endpoint, keys }: BodyOf<typeof addPushSubscription>,
      userAgent: string,
    ): Promise<PushSubscriptionItem> {
      const userId = userIdOf(principal)
      try {
        await checkPushAddress(endpoint, rules)
      } catch (error) {
        if (error instanceof AddressRefused) throw problem('push_endpoint_refused', {}, { field: 'endpoint' })
        throw error
      }
      const digest = createHash('sha256').update(endpoint).digest()
      return withTenant(db, contextOf(principal, requestId), async (tx) => {
        // Locks the user's row, so that browsers that subscribe at the same time are both counted.
        await tx.selectFrom('app_user').select('user_id').where('user_id', '=', userId).forUpdate().execute()
        const others = await tx
          .selectFrom('push_subscription')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('user_id', '=', userId)
          .where('endpoint_digest', '<>', digest)
          .executeTakeFirstOrThrow()
        if (others.n >= mostBrowsers) throw problem('push_limit_reached', { limit: mostBrowsers })
        const row = await tx
          .insertInto('push_subscription')
          .values({
            tenant_id: principal.tenantId,
            user_id: userId,
            endpoint,
            endpoint_digest: digest,
            p256dh: keys.p256dh,
            auth: keys.auth,
            user_agent: userAgent.slice(0, userAgentLength),
          })
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'endpoint_digest']).doUpdateSet({
              user_id: sql`excluded.user_id`,
              p256dh: sql`excluded.p256dh`,
              auth: sql`excluded.auth`,
              user_agent: sql`excluded.user_agent`,
            }),
          )
          .returning(['push_subscription_id', 'endpoint', 'user_agent', 'created_at'])
          .executeTakeFirstOrThrow()
        return shown(row)
      })
    },

    /** @throws not_found */
    async remove(principal: Principal, requestId: string, pushSubscriptionId: string): Promise<void> {
      const userId = userIdOf(principal)
      await withTenant(db, contextOf(principal, requestId), async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('push_subscription')
          .where('user_id', '=', userId)
          .where('push_subscription_id', '=', pushSubscriptionId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw problem('not_found')
      })
    },
  }
}

export type PushSubscriptionService = ReturnType<typeof createPushSubscriptionService>
