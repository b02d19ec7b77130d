import type { ScheduledTask, Task } from '../background/jobs.ts'
import type { Bind } from '../http/binding.ts'
import { announceTo } from './announce.ts'
import { createDelivery } from './delivery.ts'
import { announceExpiries, purgeNotifications } from './expiry.ts'
import type { Consoles, MessagesPorts } from './ports.ts'
import { pushRules } from './push-address.ts'
import { readOrMakePushKey } from './push-key.ts'
import { createPushSender } from './push-send.ts'
import { createPushSubscriptionService } from './push-subscriptions.ts'
import { bindMessageRoutes } from './routes.ts'
import { createNotificationService } from './service.ts'
import { createSubscriptionService } from './subscriptions.ts'

export { type Message, publish } from './publish.ts'

/** Notifications, subscriptions, and their ways to people: consoles, mails and browsers. */
export interface MessagesArea {
  tasks: readonly Task[]
  schedule: readonly ScheduledTask[]
  /** Tells these consoles of notifications until closed. */
  announceTo(consoles: Consoles): { close(): void }
  bindRoutes(bind: Bind): void
}

export async function createMessages(ports: MessagesPorts): Promise<MessagesArea> {
  const { settings } = ports
  const rules = pushRules({ allowLoopback: settings.allowLoopbackPush })
  const key = await readOrMakePushKey(settings.pushKeyFile)
  const services = {
    notifications: createNotificationService(ports),
    subscriptions: createSubscriptionService(ports),
    browsers: createPushSubscriptionService(ports, rules),
    pushKey: key.publicKey,
  }
  return {
    tasks: createDelivery(ports, createPushSender({ key, subject: settings.pushSubject, rules })),
    schedule: [
      { name: 'announce_expiries', cron: '17 6 * * *', run: () => announceExpiries(ports) },
      { name: 'purge_notifications', cron: '41 2 * * *', run: () => purgeNotifications(ports) },
    ],
    announceTo: (consoles) => announceTo(consoles, ports),
    bindRoutes: (bind) => bindMessageRoutes(bind, services),
  }
}
