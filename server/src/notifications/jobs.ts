import { z } from 'zod'
import type { JobKind } from '../background/jobs.ts'

/** The jobs for emails and pushes: one finds the subscribers, then one for each email and each browser. */

const about = { tenantId: z.uuid(), notificationId: z.uuid() }

/** Finds a page of subscribers; `after` is the last user of the page before. */
const fanOut = z.strictObject({ ...about, after: z.uuid().optional() })
export const fanOutJob: JobKind<z.output<typeof fanOut>> = { name: 'fan_out_notification', payload: fanOut, maxAttempts: 10 }

const mail = z.strictObject({ ...about, userId: z.uuid() })
export const mailJob: JobKind<z.output<typeof mail>> = { name: 'mail_notification', payload: mail, maxAttempts: 10 }

const push = z.strictObject({ ...about, userId: z.uuid(), pushSubscriptionId: z.uuid() })
export const pushJob: JobKind<z.output<typeof push>> = { name: 'push_notification', payload: push, maxAttempts: 8 }
