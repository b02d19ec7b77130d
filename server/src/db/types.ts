import type { ColumnType, Insertable, Selectable, Updateable } from 'kysely'
import type { ExportFailure } from '@steward/contract/exports/schemas'
import type { JobPriority } from '@steward/contract/jobs/constants'
import type { DeliveryFault } from '@steward/contract/log-streams/constants'
import type { ProvisioningResource } from '@steward/contract/provisioning/constants'
import type { EsgWeights } from '@steward/contract/rules/esg'
import type { FileKind } from '@steward/contract/rules/exports'
import type { SavedView } from '@steward/contract/saved-views/schemas'

import type {
  AppUserTable,
  AuditEntryTable,
  EsgVersionTable as EsgVersionColumns,
  FederationAttemptTable,
  FederationFlowTable as FederationFlowColumns,
  FederationProviderTable as FederationProviderColumns,
  JobCommandTable,
  LogArchiveTable,
  LogStreamDeliveryTable,
  ProvisioningEventTable,
  SavedViewTable,
  SystemLogTable,
  Tables,
  TemporaryFileTable,
} from './types.gen.ts'

export type UserStatus = Selectable<AppUserTable>['status']
export type ActorType = 'user' | 'key' | 'scim' | 'service' | 'operator' | 'system'
export type FederationSlot = Selectable<FederationProviderColumns>['slot']

/** A table with columns whose types only the program knows. */
type Narrow<Columns, Narrowed extends { [name in keyof Columns]?: unknown }> = Omit<Columns, keyof Narrowed> & Narrowed

export type EsgVersionTable = Narrow<EsgVersionColumns, { weights: EsgWeights; locked: string[]; note: string }>
export type FederationFlowTable = Narrow<FederationFlowColumns, { slot: FederationSlot }>
export type {
  FederationCertificateTable,
  FederationConfigTable,
  FederationKeyTable,
  FederationProviderTable,
  OpenModelTable,
  SignInThrottleTable,
  TenantDomainTable,
} from './types.gen.ts'

/** A part of an archived month that can be read on its own: JSON Lines as one zstd frame, newest entry first. */
export interface ArchiveBlock {
  /** Compressed. */
  bytes: number
  rows: number
  /** SHA-256 of the compressed bytes. */
  digest: string
  /** The position of the newest entry. */
  at: string
  id: string
}

interface NarrowTables {
  audit_entry: Narrow<AuditEntryTable, { actor_type: ColumnType<ActorType, ActorType, never> }>
  esg_version: EsgVersionTable
  federation_attempt: Narrow<FederationAttemptTable, { protocol: 'oidc' | 'saml' }>
  federation_flow: FederationFlowTable
  job_command: Narrow<JobCommandTable, { priority: ColumnType<JobPriority | null, JobPriority | null, never> }>
  log_archive: Narrow<LogArchiveTable, { blocks: ColumnType<ArchiveBlock[], string, string> }>
  log_stream_delivery: Narrow<LogStreamDeliveryTable, { fault: DeliveryFault | null }>
  provisioning_event: Narrow<ProvisioningEventTable, { resource_type: ProvisioningResource | null }>
  saved_view: Narrow<SavedViewTable, { columns: ColumnType<SavedView['columns'], string | undefined, string> }>
  system_log: Narrow<SystemLogTable, { details: ColumnType<Record<string, unknown>, string | undefined, never> }>
  temporary_file: Narrow<TemporaryFileTable, { kind: FileKind; failure: ExportFailure | null }>
}

/** Every table of the schema as Kysely sees it. */
export type Database = Omit<Tables, keyof NarrowTables> & NarrowTables

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type RowUpdate<T extends keyof Database> = Updateable<Database[T]>
