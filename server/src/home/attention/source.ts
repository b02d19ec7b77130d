import type { Alternatives } from '@steward/contract/home/parts'
import type { AttentionItem } from '@steward/contract/home/schemas'
import type { Actor, TenantTransaction } from '../../db/tenant.ts'

export interface AttentionContext {
  now: Date
  actor: Actor
}

/** Something that can need attention: who can settle it, and what there is, in one query or a fixed number of them. */
export interface AttentionSource {
  /** Who sees and settles it. */
  permissions: Alternatives
  read(tx: TenantTransaction, context: AttentionContext): Promise<AttentionItem[]>
}

/** Counts end here, so that a table full of failures costs no more than a few. */
export const countedUpTo = 100

/** A count of rows that were read up to one more than the limit. */
export const countOf = (rows: number): { count: number; hasMore: boolean } => ({
  count: Math.min(rows, countedUpTo),
  hasMore: rows > countedUpTo,
})

const dayMs = 86_400_000

/** Whole days from one time to another, rounded up; 0 if it has passed. */
export const daysUntil = (time: Date, now: Date): number => Math.max(0, Math.ceil((time.getTime() - now.getTime()) / dayMs))

export const daysSince = (time: Date, now: Date): number => Math.floor((now.getTime() - time.getTime()) / dayMs)

export const laterBy = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** How urgent something is that ends in so many days. */
export const urgencyOfEnd = (days: number): AttentionItem['urgency'] => (days <= 7 ? 'critical' : days <= 30 ? 'warning' : 'notice')
