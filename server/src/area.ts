import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { MessageTypeName } from '@steward/contract/catalog/message-types'
import type { ExportInput } from '@steward/contract/exports/schemas'
import type { ExportKind } from '@steward/contract/rules/exports'
import type { ScheduledTask, Task } from './background/jobs.ts'
import type { CsvSource } from './db/csv-copy.ts'
import type { TableName } from './db/changed-tables.ts'
import type { ChangeMessage } from './db/listen.ts'
import type { Bind } from './http/binding.ts'
import type { ProtocolDescription } from './http/openapi/document.ts'
import type { TokenAuthenticators } from './http/principal.ts'

/** The interface of every area of the server: `app.ts` is a list of these. */
export interface Area {
  /** The folder of the area. */
  name: string
  /** Binds the area's endpoints of the contract, and routes outside the contract. */
  bind?(bind: Bind, http: FastifyInstance): void | Promise<void>
  /** The area's jobs and their handlers. */
  tasks?: readonly Task[]
  /** Scheduled work. */
  schedules?: readonly ScheduledTask[]
  /** The area's lists that can be exported as CSV. */
  exported?: ExportSources
  /** Items of the area with an end date, which users are notified about. */
  expirySources?: readonly ExpirySource[]
  /** The kinds of bearer tokens of the area. */
  tokens?: TokenAuthenticators
  /** Called when this process starts its background work. */
  start?(): void
  /** Called for committed changes of every process. */
  onChange?(message: ChangeMessage): void
  /** Interrupts long work, so that the background workers can stop. */
  stop?(): Promise<void>
  /** Protocols outside the contract, for the API's description. */
  protocols?: readonly ProtocolDescription[]
  /** Closes what the area opened, after requests and background work have ended. */
  close?(): void | Promise<void>
}

type FilterOf<K extends ExportKind> = Extract<ExportInput, { kind: K }>['filter']

/** Who made an export, for lists that differ between people. */
export interface ExportOwner {
  type: 'user' | 'key'
  id: string
}

/** The rows of a tenant's export, for a filter of its list. */
export type ExportSources = {
  readonly [K in ExportKind]?: (tenantId: string, filter: FilterOf<K>, owner: ExportOwner) => CsvSource | Promise<CsvSource>
}

/** Items of an area with an end date, which users are notified about. */
export interface ExpirySource {
  /** Unique and stable: sent notifications are saved under it. */
  name: string
  /** The table that has the end dates: its changes are checked immediately. */
  table: TableName
  messageType: MessageTypeName
  /** Selects `tenant_id uuid`, `entity_id text`, `label jsonb`, `ends_at timestamptz` of the tenants that match the condition. */
  rows(condition: RawBuilder<unknown>): RawBuilder<unknown>
  /** The display name of an item, from its label. */
  nameOf(label: Record<string, string>): string
  /** More values for the message, if it is about a single item. */
  propertiesOf?(entityId: string): { ScimTokenId?: string; GroupId?: string }
}

/** @throws {Error} if no area exports this kind */
export function exportSourceOf(
  areas: readonly Area[],
  tenantId: string,
  input: ExportInput,
  owner: ExportOwner,
): CsvSource | Promise<CsvSource> {
  return sourceOfKind(areas, tenantId, input.kind, input.filter, owner)
}

function sourceOfKind<K extends ExportKind>(
  areas: readonly Area[],
  tenantId: string,
  kind: K,
  filter: FilterOf<K>,
  owner: ExportOwner,
): CsvSource | Promise<CsvSource> {
  for (const { exported } of areas) {
    const source = exported?.[kind]
    if (source) return source(tenantId, filter, owner)
  }
  throw new Error(`No area exports ${kind}`)
}

export const expirySourcesOf = (areas: readonly Area[]): ExpirySource[] => areas.flatMap(({ expirySources = [] }) => expirySources)

export const tokensOf = (areas: readonly Area[]): TokenAuthenticators =>
  Object.fromEntries(areas.flatMap(({ tokens = {} }) => Object.entries(tokens)))
