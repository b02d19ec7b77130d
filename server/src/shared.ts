import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type ChangeListener, listenForChanges } from './db/listen.ts'
import type { Db } from './db/pool.ts'
import type { Gate } from './http/principal.ts'
import { type SharedRates, createSharedRates } from './http/rates.ts'
import { type Mailer, createMailer } from './mail/mailer.ts'
import { createMailTransport } from './mail/transport.ts'
import { openSecrets } from './secrets/installation.ts'
import type { Secrets } from './secrets/secrets.ts'
import { recordEvent } from './system-log/record.ts'

/** The dependencies of every area. */
export interface Shared {
  config: Config
  db: Db
  log: Logger
  secrets: Secrets
  /** Committed changes of every process. */
  changes: ChangeListener
  mailer: Mailer
  rates: SharedRates
  /** The clock; tests pass their own. */
  now: () => Date
  /** Whether a principal has a permission. */
  isGranted: Gate['isGranted']
  /** The principal of a request's bearer token. @throws unauthenticated */
  authenticate: Gate['authenticate']
  /** @throws freshness_required */
  requireFresh: Gate['requireFresh']
}

export interface SharedOptions {
  config: Config
  db: Db
  log: Logger
  now?: () => Date
}

/** The parts that depend on no area; `app.ts` adds the permission check, which areas provide. */
export async function openShared({ config, db, log, now = () => new Date() }: SharedOptions): Promise<Omit<Shared, keyof Gate>> {
  const secrets = await openSecrets(config, db)
  const changes = await listenForChanges(db, { onError: (error) => log.warn({ err: error }, 'listening for changes failed') })
  const transport = createMailTransport({ smtpUrl: config.smtpUrl, from: config.mailFrom, outboxDir: outboxOf(config) })
  const mailer = createMailer({ db, log, transport, recordEvent })
  return { config, db, log, secrets, changes, mailer, rates: createSharedRates({ db, now, log }), now }
}

/** Where emails go if no mail server is configured. */
export const outboxOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox')
