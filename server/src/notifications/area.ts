import type { Area } from '../area.ts'
import { addressIn } from '../mail/transport.ts'
import type { Shared } from '../shared.ts'
import { announceTo } from './announce.ts'
import type { Consoles, NotificationContext } from './context.ts'
import { createDelivery } from './delivery.ts'
import { announceExpiries, checkChangedExpiries, purgeNotifications } from './expiry.ts'
import { pushRules } from './push-address.ts'
import { createPushSender } from './push-send.ts'
import { createPushSubscriptionService } from './push-subscriptions.ts'
import { bindNotificationRoutes } from './routes.ts'
import { createNotificationService } from './service.ts'
import { createSubscriptionService } from './subscriptions.ts'

export interface NotificationPorts extends Pick<NotificationContext, 'expirySources'> {
  access: Pick<NotificationContext, 'usersGranted'>
  live: { hub: Consoles }
}

/** Notifications and subscriptions, delivered to consoles, by email and by push. */
export async function createNotificationsArea(shared: Shared, { access, live, expirySources }: NotificationPorts): Promise<Area> {
  const { config, secrets, now } = shared
  const { publicUrl } = config
  const isEncrypted = publicUrl.startsWith('https:')
  const pushSubject = config.pushSubject ?? (isEncrypted ? publicUrl : `mailto:${addressIn(config.mailFrom)}`)
  const rules = pushRules({ allowLoopback: config.environment === 'test' })
  const context: NotificationContext = { ...shared, usersGranted: access.usersGranted, expirySources, settings: { publicUrl, now } }
  const services = {
    notifications: createNotificationService(context),
    subscriptions: createSubscriptionService(context),
    browsers: createPushSubscriptionService(context, rules),
    pushKey: secrets.push.publicKey,
  }
  const announcing = announceTo(live.hub, context)
  const changedExpiries = checkChangedExpiries(context)
  return {
    name: 'notifications',
    tasks: [...createDelivery(context, createPushSender({ key: secrets.push, subject: pushSubject, rules })), changedExpiries.task],
    schedules: [
      { name: 'announce_expiries', cron: '17 6 * * *', atStart: true, run: () => announceExpiries(context) },
      { name: 'purge_notifications', cron: '41 2 * * *', run: () => purgeNotifications(context) },
    ],
    onChange: changedExpiries.onChange,
    bind: (bind) => bindNotificationRoutes(bind, services),
    close: () => announcing.close(),
  }
}
