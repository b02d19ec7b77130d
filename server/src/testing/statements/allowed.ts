import type { Faults } from './check.ts'

/** Statements that look over all tenants. */
interface Allowed {
  /** The file that sends them. */
  file: string
  /** All the tenant tables that such a statement can name without a bound tenant. */
  tables: readonly string[] | 'all'
  reason: string
}

const tenantUnknown = 'The tenant is looked up: by its name, or by a token.'
const retention = 'Removes expired rows of all tenants.'
const everyTenant = 'Finds the tenants that have something to do.'
const operator = 'The operator lists or changes what every tenant has.'
const wholeDatabase = 'Copies the whole database, or checks whether it is empty.'

const list: readonly Allowed[] = [
  {
    file: 'api-usage/recorder.ts',
    tables: ['api_usage', 'api_failure'],
    reason: 'One batch of counts of all tenants; each row names its own.',
  },
  {
    file: 'log-archive/months.ts',
    tables: ['tenant', 'log_archive'],
    reason: 'Archives a month for every tenant before it is dropped, and deletes archives that were kept long enough.',
  },
  { file: 'db/backup.ts', tables: 'all', reason: wholeDatabase },
  { file: 'db/earlier-schema.ts', tables: 'all', reason: wholeDatabase },
  { file: 'db/find-tenant.ts', tables: ['tenant'], reason: tenantUnknown },
  { file: 'db/migrator.ts', tables: 'all', reason: 'Changes the schema, which all tenants share.' },
  { file: 'db/restore.ts', tables: ['tenant'], reason: wholeDatabase },
  { file: 'exports/expiry.ts', tables: ['temporary_file'], reason: retention },
  { file: 'exports/runner.ts', tables: ['temporary_file'], reason: 'Takes the next export of any tenant from the queue.' },
  { file: 'tenants/domains/checks.ts', tables: ['tenant_domain', 'tenant'], reason: everyTenant },
  { file: 'federation/flow-rows.ts', tables: ['federation_flow', 'federation_seen'], reason: retention },
  { file: 'federation/queries.ts', tables: ['tenant'], reason: tenantUnknown },
  { file: 'federation/refresh.ts', tables: ['federation_provider', 'tenant'], reason: everyTenant },
  { file: 'flags/operator.ts', tables: ['feature_flag_override', 'feature_flag_user', 'tenant', 'app_user'], reason: operator },
  { file: 'log-streams/progress.ts', tables: ['log_stream_progress', 'log_stream', 'tenant'], reason: everyTenant },
  { file: 'home/forget.ts', tables: ['event_day'], reason: retention },
  { file: 'system-events/hours.ts', tables: ['system_log_hour'], reason: retention },
  { file: 'help/feedback/queries.ts', tables: ['feedback', 'tenant'], reason: operator },
  {
    file: 'notifications/expiry.ts',
    tables: [
      'tenant',
      'expiry_notice',
      'application_license',
      'data_entitlement',
      'model_entitlement',
      'scim_token',
      'federation_certificate',
      'federation_provider',
      'federation_key',
      'federation_config',
    ],
    reason: everyTenant,
  },
  { file: 'notifications/expiry.ts', tables: ['notification'], reason: retention },
  { file: 'provisioning/queries.ts', tables: ['provisioning_event', 'provisioning_removal', 'scim_token', 'tenant'], reason: retention },
  { file: 'reference-data/due.ts', tables: ['currency_scheme', 'currency_vintage'], reason: everyTenant },
  {
    file: 'reference-data/uploads/runner.ts',
    tables: ['rate_upload', 'rate_upload_chunk', 'currency_vintage', 'currency_scheme'],
    reason: 'Takes the next upload of any tenant from the queue, and gives up those that were cut off.',
  },
  { file: 'service-tokens/authenticate.ts', tables: ['tenant'], reason: tenantUnknown },
  { file: 'service-tokens/operator.ts', tables: ['tenant'], reason: operator },
  { file: 'service-tokens/tenant-scope.ts', tables: ['tenant'], reason: tenantUnknown },
  {
    file: 'session/queries.ts',
    tables: ['tenant', 'app_user', 'federation_config', 'tenant_domain', 'sign_in_factor', 'remembered_browser'],
    reason: tenantUnknown,
  },
  {
    file: 'session/sessions.ts',
    tables: ['user_session', 'one_time_token', 'app_user', 'sign_in_step', 'used_challenge', 'remembered_browser'],
    reason: retention,
  },
  { file: 'system-events/ingest.ts', tables: ['service_event'], reason: retention },
  { file: 'system-log/record.ts', tables: ['tenant'], reason: 'What the operator changes for everyone is in the log of every tenant.' },
  { file: 'tenants/queries.ts', tables: ['tenant'], reason: operator },
  { file: 'tenants/settings/queries.ts', tables: ['datastore_entry'], reason: 'Session times of all tenants that have their own.' },
  {
    file: 'tenants/settings/queries.ts',
    tables: ['tenant', 'datastore_entry'],
    reason: 'How long each tenant keeps its logs, before months are dropped.',
  },
  { file: 'usage/ingest.ts', tables: ['usage_batch'], reason: retention },
  { file: 'users/anchors.ts', tables: ['user_move'], reason: retention },
]

/** Whether what a function sends, in an owner's transaction without a tenant, can have these faults. */
export function isAllowed(origin: string, faults: Faults): boolean {
  return list.some(
    ({ file, tables }) =>
      origin.startsWith(`server/src/${file}`) &&
      (tables === 'all' || faults.every((fault) => tables.includes(/^\w*/.exec(fault)?.[0] ?? ''))),
  )
}
