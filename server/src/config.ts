import { isIP } from 'node:net'
import path from 'node:path'

import { z } from 'zod'

import { isTileName } from '@steward/contract/catalog/tiles'
import { linkNames } from '@steward/contract/rules/links'
import { longestRetentionDays, shortestRetentionDays } from '@steward/contract/rules/settings'
import { isException } from './outgoing/address.ts'
import { type Secrets, parseSecrets } from './secrets/secrets.ts'

const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be from ${minimum} to ${maximum}`)

const retentionDays = integer(shortestRetentionDays, longestRetentionDays)

const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
      `must be a URL that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`,
    )

const severalHosts = /^[a-z]+:\/\/([^@/?]*@)?[^/?]*,|[?&](host|port)=[^&]*(,|%2c)/i

/** The driver, unlike libpq, connects to one host. */
const databaseAddress = z
  .string()
  .refine((value) => !severalHosts.test(value), {
    error: 'must name one host, such as an address that follows the primary, not several',
    abort: true,
  })
  .pipe(url(['postgresql:', 'postgres:']))

/** Scripts that run in the console must use https, except from the same machine. */
const scriptUrl = url(['http:', 'https:']).refine((value) => {
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}, 'must start with https://')

/** `name=https://…, name=https://…` as an object; all names are of one kind. */
const addressesOf = (isName: (name: string) => boolean, kind: string, each: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((pair) => pair.trim())
        .filter(Boolean)
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
    )
    .refine((pairs) => pairs.every(([name]) => isName(name)), `must name ${kind}`)
    .refine(
      (pairs) => pairs.every(([, address]) => ['http:', 'https:'].includes(URL.parse(address)?.protocol ?? '')),
      `must give each ${each} a URL that starts with http:// or https://`,
    )
    .transform((pairs): Record<string, string> => Object.fromEntries(pairs))

const applicationAddresses = addressesOf(isTileName, 'applications of the catalog', 'application')
const linkAddresses = addressesOf((name) => linkNames.some((link) => link === name), linkNames.join(', '), 'link')

const secrets = z.string().transform((text, context) => {
  const parsed = parseSecrets(text)
  if (!parsed) context.addIssue({ code: 'custom', message: 'must be what `steward secrets show` prints' })
  return parsed ?? z.NEVER
})

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const contact = z
  .string()
  .refine((value) => ['mailto:', 'https:'].includes(URL.parse(value)?.protocol ?? ''), 'must start with mailto: or https://')

/** Entries that are separated by commas. */
const listed = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

/** Addresses, ranges and host names, separated by commas. */
const internalHosts = listed.refine(
  (entries) => entries.every(isException),
  'must hold addresses, ranges such as 10.1.0.0/16, or host names, separated by commas',
)

/** Addresses of name servers, with a port if it isn't 53. */
const nameServers = listed.refine(
  (servers) => servers.every((server) => isIP(server) !== 0 || isIP(server.replace(/^\[(.*)\](:\d+)?$|:\d+$/, '$1')) !== 0),
  'must hold addresses of name servers, separated by commas',
)

const archivableLogs = ['audit-log', 'system-log'] as const
export type ArchivedLogName = (typeof archivableLogs)[number]
const archivedLogs = listed.pipe(
  z.array(z.enum(archivableLogs, { error: `must hold ${archivableLogs.join(' or ')}, separated by commas` })),
)

const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')

interface Setting<T> {
  /** Parses the value from a string. */
  schema: z.ZodType<T, string>
  /** The default as written in the environment; undefined without one. */
  default?: string
  /** The sentence for the operator's guide. */
  meaning: string
}

const setting = <T>(schema: z.ZodType<T, string>, options: { default: string; meaning: string }) => ({ ...options, schema })
const optional = <T>(schema: z.ZodType<T, string>, options: { meaning: string }): Setting<T> & { default?: undefined } => ({
  ...options,
  schema,
})

/** Every setting of the server: its environment variable, default and description, as shown in `docs/operators/configuration.md`. */
export const settings = {
  HOST: setting(z.string().min(1), { default: '127.0.0.1', meaning: 'Address the server listens on; `0.0.0.0` or `::` for all.' }),
  PORT: setting(integer(0, 65_535), { default: '8080', meaning: 'Port the server listens on; 0 for any free port.' }),
  PUBLIC_URL: optional(url(['http:', 'https:']), {
    meaning: 'Address browsers use, without a path. Links in mail and cookie security depend on it. Default: `http://localhost:PORT`.',
  }),
  DATABASE_URL: optional(databaseAddress, {
    meaning:
      'Your own PostgreSQL 18, as the owner of an empty database, reached directly or through PgBouncer 1.21 or later. Default: the built-in one in the data directory.',
  }),
  STEWARD_DIRECT_DATABASE_URL: optional(databaseAddress, {
    meaning:
      'The same database without a pooler, for change events, background work, migrations and exports. Required if `DATABASE_URL` leads to a pooler in transaction mode.',
  }),
  STEWARD_REPLICA_DATABASE_URL: optional(databaseAddress, {
    meaning:
      'A streaming replica of the database, reached without a pooler, that answers logs, usage and exports when it has the latest changes. Default: the database answers them.',
  }),
  STEWARD_SECRETS: optional(secrets, {
    meaning:
      'Secrets that all servers of an installation share, as `steward secrets show` prints them. Default: the files `signing-key.secret` and `push-key.secret` in the data directory.',
  }),
  STEWARD_SECRETS_FILE: optional(z.string().min(1), { meaning: 'File with the value of `STEWARD_SECRETS`, instead of it.' }),
  STEWARD_BACKUP_PASSPHRASE: optional(z.string().min(12), {
    meaning:
      'At least 12 characters. With it, `steward backup` puts the secrets into the backup, locked by it, and `steward restore` brings them back. Servers do not need it.',
  }),
  SMTP_URL: optional(url(['smtp:', 'smtps:']), {
    meaning: 'Mail server, with user and password if required. Default: messages are written to `outbox` in the data directory.',
  }),
  MAIL_FROM: setting(z.string().min(3), { default: 'Steward <no-reply@localhost>', meaning: 'Sender of email.' }),
  PUSH_SUBJECT: optional(contact, {
    meaning:
      'Contact for push services: a `mailto:` or `https:` address. Default: `PUBLIC_URL` if it is https, otherwise the sender of email.',
  }),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    default: 'info',
    meaning: 'Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  }),
  STEWARD_ENV: setting(z.enum(['production', 'development', 'test', 'ppe', 'pe']), {
    default: 'production',
    meaning: 'Kind of installation: `production`, `development` (shows sent mail at `/dev/mail`), `test`, `ppe` or `pe`.',
  }),
  STEWARD_DATA_DIR: setting(z.string().min(1), {
    default: 'data',
    meaning: 'Directory of the built-in database, outgoing mail and generated secrets, relative to the working directory.',
  }),
  STEWARD_DEMO_PLAYER: setting(z.enum(['on', 'off']), {
    default: 'on',
    meaning:
      "`off` leaves the demo tenant's jobs as they are. Otherwise they go on while the server runs, if `STEWARD_ENV` is `production` or `development`; without the demo tenant there is nothing to play.",
  }),
  STEWARD_OPERATIONS_PORT: optional(integer(0, 65_535), {
    meaning: 'Port for `/metrics` (Prometheus) and health checks. Default: not opened.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(url(['http:', 'https:']), {
    meaning: 'Base address of an OpenTelemetry collector, which gets traces by OTLP over HTTP at `/v1/traces`. Default: no traces.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(url(['http:', 'https:']), {
    meaning: 'Address for traces alone, used as it is. It replaces `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  }),
  OTEL_SERVICE_NAME: setting(z.string().min(1), { default: 'steward', meaning: 'Name of the server in traces.' }),
  OTEL_TRACES_SAMPLER: setting(z.enum(samplers), {
    default: 'parentbased_always_on',
    meaning: `Which traces are sent: ${samplers.map((name) => `\`${name}\``).join(', ')}. Those that begin with \`parentbased_\` follow the caller where it says.`,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .transform(Number)
      .refine((value) => value >= 0 && value <= 1, 'must be from 0 to 1'),
    {
      default: '1',
      meaning: 'Share of the traces that samplers with `ratio` send, from 0 to 1.',
    },
  ),
  STEWARD_TRUST_PROXY: optional(z.string().min(1), {
    meaning:
      'Addresses or networks of reverse proxies whose `X-Forwarded-*` headers are trusted, separated by commas; also `loopback`, `uniquelocal`.',
  }),
  STEWARD_APPLICATION_URLS: optional(applicationAddresses, {
    meaning:
      'Addresses of the applications on the launchpad, separated by commas: `rlax=https://models.example,exposureiq=https://exposure.example`.',
  }),
  STEWARD_LINKS: optional(linkAddresses, {
    meaning:
      'Addresses of external menu entries, separated by commas: `data-bridge=https://…`, `data-administration=https://…`, `developer-portal=https://…`. An entry without an address is not shown.',
  }),
  FLAGS_OFREP_URL: optional(url(['http:', 'https:']), {
    meaning:
      'Base address of another feature flag service (OpenFeature Remote Evaluation Protocol, `/ofrep/v1/…`). Default: flags set by `steward flag`.',
  }),
  FLAGS_OFREP_TOKEN: optional(z.string().min(1), { meaning: 'Bearer token for that service.' }),
  FLAGS_OFREP_POLL_SECONDS: setting(integer(1, 3_600), {
    default: '30',
    meaning: 'How often that service is polled for changes, per active user.',
  }),
  FLAGS_OFREP_TIMEOUT_MS: setting(integer(50, 30_000), {
    default: '2000',
    meaning: 'Timeout of a call to that service, in milliseconds; after that its last answer counts.',
  }),
  GUIDANCE_SCRIPT_URL: optional(scriptUrl, {
    meaning:
      'A third-party in-app guidance script, https only (http on localhost). Loaded after sign-in if `STEWARD_ENV` is `production`, `ppe` or `pe`; only then can the console load anything from its origin.',
  }),
  HELP_URL: optional(url(['http:', 'https:']), {
    meaning:
      "Base address of your own help site, with pages named after the console's routes (`HELP_URL/user-administration/users`, `HELP_URL/home`), shown in a frame. Default: the built-in help.",
  }),
  HELP_API_URL: optional(url(['http:', 'https:']), {
    meaning:
      'Base address of the service for `/oauth/cookie2` of that help site. It receives the access token of the person who opens help. Default: this server.',
  }),
  FEEDBACK_ADDRESS: optional(z.email('must be an email address'), {
    meaning: 'Where feedback from users is emailed. Default: it is only stored; `steward feedback list` shows it.',
  }),
  STEWARD_INTERNAL_PROVIDERS: optional(internalHosts, {
    meaning:
      'Internal identity providers that every tenant can use for single sign-on, over plain http too (`steward tenant internal-providers` allows them to one): addresses, ranges and host names, separated by commas: `10.1.0.0/16,idp.corp.example`. Default: public addresses over https only.',
  }),
  STEWARD_INTERNAL_LOG_RECEIVERS: optional(internalHosts, {
    meaning:
      'Internal systems that tenant administrators can stream logs to, webhooks over plain http too: addresses, ranges and host names, separated by commas: `10.2.0.0/16,siem.corp.example`. Default: public addresses over https or TLS only.',
  }),
  STEWARD_DNS_SERVERS: optional(nameServers, {
    meaning:
      'Name servers for domain verification, separated by commas, such as `9.9.9.9,[2620:fe::fe]:53`. Default: those of the machine.',
  }),
  STEWARD_DATABASE_CONNECTIONS: setting(integer(2, 1_000), {
    default: '20',
    meaning: 'Maximum number of database connections for requests.',
  }),
  STEWARD_BACKGROUND_JOBS: setting(integer(1, 100), {
    default: '6',
    meaning: 'Maximum number of background jobs that this process runs concurrently; each can take a direct database connection.',
  }),
  STEWARD_DRAIN_SECONDS: setting(integer(0, 300), {
    default: '0',
    meaning:
      'How long the server still answers after SIGTERM while `/readyz` says `draining`, so that the load balancer stops sending requests first.',
  }),
  STEWARD_REQUESTS_AT_ONCE: optional(integer(1, 10_000), {
    meaning:
      'Maximum number of requests in the works; more wait three seconds and then get 503. Default: four for each core, at least 8 and at most as many as connections.',
  }),
  STEWARD_STATEMENT_SECONDS: setting(integer(1, 3_600), { default: '5', meaning: 'How long a statement of a request can take.' }),
  STEWARD_LOCK_SECONDS: setting(integer(1, 3_600), { default: '2', meaning: 'How long a request waits for a lock in the database.' }),
  STEWARD_CONNECTION_SECONDS: setting(integer(1, 3_600), {
    default: '2',
    meaning: 'How long a request waits for a database connection.',
  }),
  STEWARD_REQUEST_SECONDS: setting(integer(1, 3_600), {
    default: '10',
    meaning: 'How long a request can take before it is stopped, rolled back and answered with 503.',
  }),
  STEWARD_TRANSFER_SECONDS: setting(integer(60, 86_400), {
    default: '3600',
    meaning: 'The same limit, also for their statements, for exports, imports, uploads, ingests and changes of many rows.',
  }),
  STEWARD_FREE_SPACE_MIB: setting(integer(0, 1_048_576), {
    default: '256',
    meaning:
      'Space that has to stay free for the built-in database, in MiB. With less, changes get 507 and `/readyz` 503, while reads go on. 0: no reserve.',
  }),
  STEWARD_TEMPORARY_DATA_MIB: setting(integer(1, 1_048_576), {
    default: '4096',
    meaning: "Maximum total size of a tenant's temporary files, such as exports, in MiB of the database.",
  }),
  STEWARD_REGION: optional(z.string().min(1).max(100), {
    meaning: 'Where the data is kept, such as `EU (Frankfurt)`. Shown under Tenant information.',
  }),
  STEWARD_ACCESS_TOKEN_SECONDS: setting(integer(30, 3_600), { default: '600', meaning: 'How long an access token is valid.' }),
  STEWARD_SESSION_IDLE_SECONDS: setting(integer(60, 604_800), { default: '3600', meaning: 'Idle time after which a session ends.' }),
  STEWARD_SESSION_MAX_SECONDS: setting(integer(60, 2_592_000), { default: '43200', meaning: 'Maximum length of a session.' }),
  STEWARD_SIGN_IN_FAILURES: setting(integer(5, 1_000_000), {
    default: '30',
    meaning:
      'Failed sign-ins from one address (IPv6: its /64) within 15 minutes, over all accounts, from which it has to wait. Raise it if thousands of people share an address.',
  }),
  STEWARD_AUDIT_LOG_DAYS: setting(retentionDays, {
    default: '2557',
    meaning: 'How many days the audit log of a tenant is kept that has set nothing else; 2557 is 7 years.',
  }),
  STEWARD_AUDIT_LOG_MIN_DAYS: setting(retentionDays, {
    default: '365',
    meaning: 'Least that a tenant can set for its audit log, in days.',
  }),
  STEWARD_AUDIT_LOG_MAX_DAYS: setting(retentionDays, {
    default: '3653',
    meaning: 'Most that a tenant can set for its audit log, in days.',
  }),
  STEWARD_SYSTEM_LOG_DAYS: setting(retentionDays, {
    default: '400',
    meaning: 'How many days the system log of a tenant is kept that has set nothing else.',
  }),
  STEWARD_SYSTEM_LOG_MIN_DAYS: setting(retentionDays, {
    default: '92',
    meaning: 'Least that a tenant can set for its system log, in days.',
  }),
  STEWARD_SYSTEM_LOG_MAX_DAYS: setting(retentionDays, {
    default: '3653',
    meaning: 'Most that a tenant can set for its system log, in days.',
  }),
  STEWARD_S3_URL: optional(url(['http:', 'https:']), {
    meaning:
      'S3-compatible storage, without the bucket, such as `https://s3.eu-central-1.amazonaws.com`. Months of logs are archived there before they are dropped. Default: no archive.',
  }),
  STEWARD_ARCHIVED_LOGS: setting(archivedLogs, {
    default: 'audit-log',
    meaning:
      'The logs that are archived, separated by commas: `audit-log`, `system-log`. The system log has addresses and browsers of people.',
  }),
  STEWARD_S3_BUCKET: optional(bucketName, { meaning: 'Bucket of the archive. It must exist; only Steward should write to it.' }),
  STEWARD_S3_REGION: setting(z.string().regex(/^[\w-]{1,64}$/, 'must be the name of a region'), {
    default: 'us-east-1',
    meaning: 'Region of the bucket, as the storage calls it.',
  }),
  STEWARD_S3_PREFIX: setting(z.string().regex(/^([\w.-]+\/)*$/, 'must be folders that each end with a slash'), {
    default: 'steward/',
    meaning: 'What the keys of objects begin with. Installations that share a bucket need different ones.',
  }),
  STEWARD_S3_ACCESS_KEY: optional(z.string().min(1), { meaning: 'ID of the access key. It needs to read, write and delete objects.' }),
  STEWARD_S3_SECRET_KEY: optional(z.string().min(1), { meaning: 'Secret of the access key.' }),
  STEWARD_S3_SECRET_KEY_FILE: optional(z.string().min(1), { meaning: 'File with the value of `STEWARD_S3_SECRET_KEY`, instead of it.' }),
  STEWARD_ARCHIVE_DAYS: optional(retentionDays, {
    meaning:
      'How many days archived months are kept after their end, more than their log is (`STEWARD_AUDIT_LOG_DAYS`, `STEWARD_SYSTEM_LOG_DAYS`); then Steward deletes them. Default: until you delete the objects.',
  }),
}

type Settings = typeof settings
type SettingName = keyof Settings
type Value<S> = S extends { default: string; schema: z.ZodType<infer T, string> }
  ? T
  : S extends { schema: z.ZodType<infer T, string> }
    ? T | undefined
    : never

/** Variables that our own start scripts pass on, which aren't settings. */
const INTERNAL = new Set(['STEWARD_PARENT_PID', 'STEWARD_DEV_SERVER'])

/** How long a log is kept, in days: without a tenant's own setting, and the limits of such a setting. */
export interface RetentionLimits {
  defaultDays: number
  minimumDays: number
  maximumDays: number
}

/** Object storage for what leaves the database. */
export interface ObjectStorage {
  /** Without a trailing slash. */
  url: string
  bucket: string
  region: string
  /** What keys begin with: empty, or with a trailing slash. */
  prefix: string
  accessKey: string
  /** Instead of the file. */
  secretKey: string | undefined
  secretKeyFile: string | undefined
}

/** The validated settings. */
export interface Config {
  host: string
  port: number
  /** Without a trailing slash. */
  publicUrl: string
  databaseUrl: string | undefined
  /** The database without a pooler. */
  directDatabaseUrl: string | undefined
  /** A standby that answers some reads. */
  replicaDatabaseUrl: string | undefined
  /** Instead of the files in the data directory. */
  secrets: Secrets | undefined
  secretsFile: string | undefined
  /** Of backups; only commands use it. */
  backupPassphrase: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** A `mailto:` or `https:` URL. */
  pushSubject: string | undefined
  logLevel: Value<Settings['LOG_LEVEL']>
  environment: Value<Settings['STEWARD_ENV']>
  /** Absolute path. */
  dataDir: string
  demoPlayer: Value<Settings['STEWARD_DEMO_PLAYER']>
  operationsPort: number | undefined
  /** Where traces go, and which. */
  tracing: { url: string; serviceName: string; sampler: (typeof samplers)[number]; ratio: number } | undefined
  trustProxy: string | false
  /** URL of an application by its machine name. */
  applicationUrls: Record<string, string>
  /** URLs outside the console, by `LinkName`. */
  links: Record<string, string>
  /** Another OFREP service, and how to call it. */
  flagService: { url: string; token: string | undefined; pollMs: number; timeoutMs: number } | undefined
  guidanceScriptUrl: string | undefined
  /** Another help site and its service, without a trailing slash. */
  helpUrl: string | undefined
  helpApiUrl: string | undefined
  feedbackAddress: string | undefined
  /** Addresses, ranges and hosts that federation can reach although they are internal. */
  internalProviders: readonly string[]
  /** The same for log streams. */
  internalLogReceivers: readonly string[]
  /** Empty: use those of the machine. */
  dnsServers: readonly string[]
  databaseConnections: number
  backgroundJobs: number
  drainMs: number
  /** Most requests in the works; undefined to choose by the machine. */
  requestsAtOnce: number | undefined
  /** Time limits of requests, in milliseconds. */
  limits: { statementMs: number; lockMs: number; connectionMs: number; requestMs: number; transferMs: number }
  /** Space that the built-in database keeps free. */
  freeBytes: number
  temporaryBytesPerTenant: number
  /** Where the data is kept, as shown to administrators. */
  region: string | undefined
  accessTokenSeconds: number
  sessionIdleSeconds: number
  sessionMaxSeconds: number
  /** Failed sign-ins within 15 minutes that lock an address. */
  signInFailuresPerAddress: number
  logRetention: { auditLog: RetentionLimits; systemLog: RetentionLimits }
  /** Where months of logs are archived. */
  objectStorage: ObjectStorage | undefined
  archivedLogs: ArchivedLogName[]
  /** How long archived months are kept after their end. */
  archiveDays: number | undefined
}

/** The environment has invalid settings; the message lists all errors, one sentence per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the settings from the environment. Empty values count as not set. Throws a ConfigError. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const complaints = unknownNames(env)
  const read = <N extends SettingName>(name: N): Value<Settings[N]> => {
    const { schema, default: fallback }: Setting<unknown> = settings[name]
    const text = env[name] || fallback
    const result = text === undefined ? { success: true as const, data: undefined } : schema.safeParse(text)
    if (!result.success) complaints.push(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}.`)
    return result.data as Value<Settings[N]> // parsed by the schema of that name; errors are thrown below
  }
  const port = read('PORT')
  const collector = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const tracesUrl = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (collector && `${collector.replace(/\/+$/, '')}/v1/traces`)
  const traces = {
    serviceName: read('OTEL_SERVICE_NAME'),
    sampler: read('OTEL_TRACES_SAMPLER'),
    ratio: read('OTEL_TRACES_SAMPLER_ARG'),
  }
  const flagServiceUrl = read('FLAGS_OFREP_URL')
  const flagQuestions = {
    token: read('FLAGS_OFREP_TOKEN'),
    pollMs: read('FLAGS_OFREP_POLL_SECONDS') * 1_000,
    timeoutMs: read('FLAGS_OFREP_TIMEOUT_MS'),
  }
  const objectStorageUrl = read('STEWARD_S3_URL')
  const objectStorage = {
    bucket: read('STEWARD_S3_BUCKET') ?? '',
    region: read('STEWARD_S3_REGION'),
    prefix: read('STEWARD_S3_PREFIX'),
    accessKey: read('STEWARD_S3_ACCESS_KEY') ?? '',
    secretKey: read('STEWARD_S3_SECRET_KEY'),
    secretKeyFile: read('STEWARD_S3_SECRET_KEY_FILE'),
  }
  const config: Config = {
    host: read('HOST'),
    port,
    publicUrl: (read('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    databaseUrl: read('DATABASE_URL'),
    directDatabaseUrl: read('STEWARD_DIRECT_DATABASE_URL'),
    replicaDatabaseUrl: read('STEWARD_REPLICA_DATABASE_URL'),
    secrets: read('STEWARD_SECRETS'),
    secretsFile: read('STEWARD_SECRETS_FILE'),
    backupPassphrase: read('STEWARD_BACKUP_PASSPHRASE'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    pushSubject: read('PUSH_SUBJECT'),
    logLevel: read('LOG_LEVEL'),
    environment: read('STEWARD_ENV'),
    dataDir: path.resolve(read('STEWARD_DATA_DIR') ?? ''),
    demoPlayer: read('STEWARD_DEMO_PLAYER'),
    operationsPort: read('STEWARD_OPERATIONS_PORT'),
    tracing: tracesUrl === undefined ? undefined : { url: tracesUrl, ...traces },
    trustProxy: read('STEWARD_TRUST_PROXY') ?? false,
    applicationUrls: read('STEWARD_APPLICATION_URLS') ?? {},
    links: read('STEWARD_LINKS') ?? {},
    flagService: flagServiceUrl === undefined ? undefined : { url: flagServiceUrl.replace(/\/+$/, ''), ...flagQuestions },
    guidanceScriptUrl: read('GUIDANCE_SCRIPT_URL'),
    helpUrl: read('HELP_URL')?.replace(/\/+$/, ''),
    helpApiUrl: read('HELP_API_URL')?.replace(/\/+$/, ''),
    feedbackAddress: read('FEEDBACK_ADDRESS'),
    internalProviders: read('STEWARD_INTERNAL_PROVIDERS') ?? [],
    internalLogReceivers: read('STEWARD_INTERNAL_LOG_RECEIVERS') ?? [],
    dnsServers: read('STEWARD_DNS_SERVERS') ?? [],
    databaseConnections: read('STEWARD_DATABASE_CONNECTIONS'),
    backgroundJobs: read('STEWARD_BACKGROUND_JOBS'),
    drainMs: read('STEWARD_DRAIN_SECONDS') * 1_000,
    requestsAtOnce: read('STEWARD_REQUESTS_AT_ONCE'),
    limits: {
      statementMs: read('STEWARD_STATEMENT_SECONDS') * 1_000,
      lockMs: read('STEWARD_LOCK_SECONDS') * 1_000,
      connectionMs: read('STEWARD_CONNECTION_SECONDS') * 1_000,
      requestMs: read('STEWARD_REQUEST_SECONDS') * 1_000,
      transferMs: read('STEWARD_TRANSFER_SECONDS') * 1_000,
    },
    freeBytes: read('STEWARD_FREE_SPACE_MIB') * 1_048_576,
    temporaryBytesPerTenant: read('STEWARD_TEMPORARY_DATA_MIB') * 1_048_576,
    region: read('STEWARD_REGION'),
    accessTokenSeconds: read('STEWARD_ACCESS_TOKEN_SECONDS'),
    sessionIdleSeconds: read('STEWARD_SESSION_IDLE_SECONDS'),
    sessionMaxSeconds: read('STEWARD_SESSION_MAX_SECONDS'),
    signInFailuresPerAddress: read('STEWARD_SIGN_IN_FAILURES'),
    logRetention: {
      auditLog: {
        defaultDays: read('STEWARD_AUDIT_LOG_DAYS'),
        minimumDays: read('STEWARD_AUDIT_LOG_MIN_DAYS'),
        maximumDays: read('STEWARD_AUDIT_LOG_MAX_DAYS'),
      },
      systemLog: {
        defaultDays: read('STEWARD_SYSTEM_LOG_DAYS'),
        minimumDays: read('STEWARD_SYSTEM_LOG_MIN_DAYS'),
        maximumDays: read('STEWARD_SYSTEM_LOG_MAX_DAYS'),
      },
    },
    objectStorage: objectStorageUrl === undefined ? undefined : { url: objectStorageUrl.replace(/\/+$/, ''), ...objectStorage },
    archivedLogs: read('STEWARD_ARCHIVED_LOGS'),
    archiveDays: read('STEWARD_ARCHIVE_DAYS'),
  }
  if (config.directDatabaseUrl !== undefined && config.databaseUrl === undefined) {
    complaints.push('STEWARD_DIRECT_DATABASE_URL needs DATABASE_URL.')
  }
  if (config.replicaDatabaseUrl !== undefined && config.databaseUrl === undefined) {
    complaints.push('STEWARD_REPLICA_DATABASE_URL needs DATABASE_URL.')
  }
  if (config.secrets !== undefined && config.secretsFile !== undefined) {
    complaints.push('Set either STEWARD_SECRETS or STEWARD_SECRETS_FILE.')
  }
  if (config.sessionIdleSeconds > config.sessionMaxSeconds) {
    complaints.push('STEWARD_SESSION_IDLE_SECONDS must not be more than STEWARD_SESSION_MAX_SECONDS.')
  }
  for (const [name, { defaultDays, minimumDays, maximumDays }] of [
    ['STEWARD_AUDIT_LOG', config.logRetention.auditLog],
    ['STEWARD_SYSTEM_LOG', config.logRetention.systemLog],
  ] as const) {
    if (defaultDays < minimumDays) complaints.push(`${name}_DAYS must not be less than ${name}_MIN_DAYS.`)
    if (defaultDays > maximumDays) complaints.push(`${name}_DAYS must not be more than ${name}_MAX_DAYS.`)
  }
  complaints.push(...faultsOfArchive(config, objectStorage))
  if (complaints.length > 0) throw new ConfigError(complaints.join('\n'))
  return config
}

function faultsOfArchive(
  { objectStorage, archivedLogs: logs, archiveDays, logRetention }: Config,
  given: Omit<ObjectStorage, 'url'>,
): string[] {
  const { bucket, accessKey, secretKey, secretKeyFile } = given
  const parts = {
    STEWARD_S3_BUCKET: bucket !== '',
    STEWARD_S3_ACCESS_KEY: accessKey !== '',
    'STEWARD_S3_SECRET_KEY or STEWARD_S3_SECRET_KEY_FILE': secretKey !== undefined || secretKeyFile !== undefined,
  }
  const complaints: string[] = []
  if (objectStorage === undefined) {
    const needless = Object.entries({ ...parts, STEWARD_ARCHIVE_DAYS: archiveDays !== undefined }).filter(([, isGiven]) => isGiven)
    complaints.push(...needless.map(([name]) => `${name} needs STEWARD_S3_URL.`))
  } else {
    const missing = Object.entries(parts).filter(([, isGiven]) => !isGiven)
    complaints.push(...missing.map(([name]) => `STEWARD_S3_URL needs ${name}.`))
  }
  if (secretKey !== undefined && secretKeyFile !== undefined) {
    complaints.push('Set either STEWARD_S3_SECRET_KEY or STEWARD_S3_SECRET_KEY_FILE.')
  }
  for (const [name, { defaultDays }, setting] of [
    ['audit-log', logRetention.auditLog, 'STEWARD_AUDIT_LOG_DAYS'],
    ['system-log', logRetention.systemLog, 'STEWARD_SYSTEM_LOG_DAYS'],
  ] as const) {
    if (archiveDays !== undefined && logs.includes(name) && archiveDays <= defaultDays) {
      complaints.push(`STEWARD_ARCHIVE_DAYS must be more than ${setting}.`)
    }
  }
  return complaints
}

function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('STEWARD_') && !Object.hasOwn(settings, name) && !INTERNAL.has(name))
    .map((name) => `${name} is not a setting of Steward; did you mean ${nearest(name)}?`)
}

function nearest(name: string): string {
  const known = Object.keys(settings).filter((candidate) => candidate.startsWith('STEWARD_'))
  return known.reduce((best, candidate) => (distance(name, candidate) < distance(name, best) ? candidate : best))
}

/** Levenshtein distance: insertions, deletions and replacements between two names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]]
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
