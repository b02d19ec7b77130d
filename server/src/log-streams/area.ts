import type { Area } from '../area.ts'
import { exceptionsFrom } from '../outgoing/address.ts'
import { createSafeFetch } from '../outgoing/safe-fetch.ts'
import { createCipher } from '../secrets/cipher.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { createDeliverer } from './deliverer.ts'
import { type StreamsBack, createStreamsBack } from './put-back.ts'
import { bindLogStreamRoutes } from './routes.ts'
import { createSend, sendTimeoutMs } from './send.ts'
import { createLogStreamService } from './service.ts'
import { createWaker } from './waker.ts'

/** Answers of receivers are read up to this, and ignored. */
const mostBytes = 1_048_576

export interface LogStreamsArea extends Area {
  /** For undoing changes. */
  streams: StreamsBack
}

/** Streams of the audit log and the system log to the tenants' own systems (docs/adr/051). */
export function createLogStreamsArea(shared: Shared, { retention }: { retention: LogRetention }): LogStreamsArea {
  const { db, log, config, secrets, now } = shared
  const rules = { exceptions: exceptionsFrom(config.internalLogReceivers) }
  const fetch = createSafeFetch({ ...rules, timeoutMs: sendTimeoutMs, mostBytes })
  const context = { db, log, now, retention, rules, cipher: createCipher(secrets.sealing), send: createSend({ fetch, rules, now }) }
  const deliverer = createDeliverer(context)
  const waker = createWaker(shared, deliverer)
  return {
    name: 'log-streams',
    streams: createStreamsBack(context),
    schedules: [
      {
        name: 'deliver_log_streams',
        cron: '* * * * *',
        atStart: true,
        run: async () => void (await deliverer.run()),
      },
    ],
    bind: (bind) => bindLogStreamRoutes(bind, createLogStreamService(context)),
    start: () => waker.start(),
    onChange: (message) => waker.hear(message),
    async stop() {
      waker.close()
      await deliverer.stop()
    },
    close: () => fetch.close(),
  }
}
