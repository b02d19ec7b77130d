import { z } from 'zod'
import type { JobKind } from '../background/jobs.ts'

const about = { tenantId: z.uuid(), notificationId: z.uuid() }

/** Emails and pushes: one job finds the subscribers, then there is one for each email and each browser. Finds a page of subscribers; `after` is the last user of the page before. */
const fanOut = z.strictObject({ ...about, after: z.uuid().optional() })
export const fanOutJob: JobKind<z.output<typeof fanOut>> = { name: 'fan_out_notification', payload: fanOut, maxAttempts: 10 }

const mail = z.strictObject({ ...about, userId: z.uuid() })
export const mailJob: JobKind<z.output<typeof mail>> = { name: 'mail_notification', payload: mail, maxAttempts: 10 }

/** Checks what ends soon in a tenant. */
const expiries = z.strictObject({ tenantId: z.uuid() })
export const expiriesJob: JobKind<z.output<typeof expiries>> = { name: 'announce_tenant_expiries', payload: expiries, maxAttempts: 5 }

/** Pushes go to addresses that people choose, which can be slow: they have this many of the workers at most, however many wait. */
const pushQueues = 2
const push = z.strictObject({ ...about, userId: z.uuid(), pushSubscriptionId: z.uuid() })
const queueOf = ({ tenantId }: { tenantId: string }) => `push ${Number.parseInt(tenantId.slice(-4), 16) % pushQueues}`
export const pushJob: JobKind<z.output<typeof push>> = { name: 'push_notification', payload: push, maxAttempts: 8, queueOf }
