import { sql } from 'kysely'
import { type MessageTypeName, type SubscriptionType, messageTypeOf } from '@steward/contract/catalog/message-types'
import { problem } from '@steward/contract/errors'
import type { Language } from '@steward/contract/languages'
import { eventTypeText } from '@steward/contract/message-text'
import type { Subscription } from '@steward/contract/notifications/schemas'
import { type TenantTransaction, withTenant } from '../db/tenant.ts'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import type { NotificationContext } from './context.ts'
import { userIdOf, visibleTypes } from './service.ts'

/** Users' subscriptions to emails and pushes. */
export function createSubscriptionService(ports: NotificationContext) {
  const { db } = ports
  const namesOf = async (principal: Principal) => new Set((await visibleTypes(ports, principal)).map(({ messageType }) => messageType))

  return {
    async supported(principal: Principal, language: Language) {
      const types = await visibleTypes(ports, principal)
      return types.map(({ messageType, namespace, subscriptionTypes }) => ({
        // The types of the catalog are those of the contract's enum.
        eventType: messageType as MessageTypeName,
        namespace,
        subscriptionTypes: [...subscriptionTypes],
        ...(eventTypeText(messageType, language) ?? { displayName: messageType, description: '' }),
      }))
    },

    async list(principal: Principal): Promise<Subscription[]> {
      const visible = await namesOf(principal)
      const userId = userIdOf(principal)
      const all = await withTenant(db, contextOf(principal, ''), (tx) => readSubscriptions(tx, userId), { readOnly: true })
      return all.filter(({ eventType }) => visible.has(eventType))
    },

    /** @throws event_type_unavailable, event_namespace_wrong */
    async save(principal: Principal, requestId: string, wanted: readonly Subscription[]): Promise<Subscription[]> {
      const userId = userIdOf(principal)
      const visible = await namesOf(principal)
      for (const [index, { eventType, namespace, subscriptionTypes }] of wanted.entries()) {
        const known = messageTypeOf(eventType)?.namespace ?? ''
        if (namespace !== known) {
          throw problem('event_namespace_wrong', { eventType, namespace: known }, { field: `${index}.namespace` })
        }
        if (subscriptionTypes.length > 0 && !visible.has(eventType)) {
          throw problem('event_type_unavailable', { eventType }, { field: `${index}.eventType` })
        }
      }
      const byType = new Map(wanted.map((one) => [one.eventType, one]))
      return withTenant(db, contextOf(principal, requestId), async (tx) => {
        const before = new Map((await readSubscriptions(tx, userId)).map((one) => [one.eventType, one]))
        for (const one of byType.values()) {
          if (sameTypes(before.get(one.eventType)?.subscriptionTypes ?? [], one.subscriptionTypes)) continue
          await writeSubscription(tx, principal.tenantId, userId, one)
        }
        return (await readSubscriptions(tx, userId)).filter(({ eventType }) => visible.has(eventType))
      })
    },
  }
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>

const sameTypes = (one: readonly SubscriptionType[], other: readonly SubscriptionType[]): boolean =>
  new Set(one).symmetricDifference(new Set(other)).size === 0

async function readSubscriptions(tx: TenantTransaction, userId: string): Promise<Subscription[]> {
  const rows = await tx
    .selectFrom('notification_subscription')
    .select(['event_type', 'namespace', 'email', 'push'])
    .where('user_id', '=', userId)
    .orderBy('event_type')
    .execute()
  return rows
    .filter(({ event_type }) => messageTypeOf(event_type) !== undefined)
    .map(({ event_type, namespace, email, push }) => ({
      // Only known types are written; unknown ones were filtered out above.
      eventType: event_type as MessageTypeName,
      namespace,
      subscriptionTypes: [...(email ? (['email'] as const) : []), ...(push ? (['push'] as const) : [])],
    }))
}

async function writeSubscription(tx: TenantTransaction, tenantId: string, userId: string, wanted: Subscription): Promise<void> {
  const { eventType, namespace, subscriptionTypes } = wanted
  const email = subscriptionTypes.includes('email')
  const push = subscriptionTypes.includes('push')
  if (!email && !push) {
    await tx.deleteFrom('notification_subscription').where('user_id', '=', userId).where('event_type', '=', eventType).execute()
    return
  }
  await tx
    .insertInto('notification_subscription')
    .values({ tenant_id: tenantId, user_id: userId, event_type: eventType, namespace, email, push })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'event_type']).doUpdateSet({
        email: sql`excluded.email`,
        push: sql`excluded.push`,
        namespace: sql`excluded.namespace`,
      }),
    )
    .execute()
}
