import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { MessageTypeName } from '@steward/contract/catalogue/message-types'
import type { ExportInput } from '@steward/contract/exports/schemas'
import type { ExportKind } from '@steward/contract/rules/exports'
import type { ScheduledTask, Task } from './background/jobs.ts'
import type { CsvSource } from './db/csv-copy.ts'
import type { ChangeMessage } from './db/listen.ts'
import type { Bind } from './http/binding.ts'
import type { TokenAuthenticators } from './http/principal.ts'

/** What every area of the server looks like from outside: `app.ts` is a list of these. */
export interface Area {
  /** The folder that it lies in. */
  name: string
  /** Binds the area's endpoints of the contract, and serves what the contract does not declare. */
  bind?(bind: Bind, http: FastifyInstance): void | Promise<void>
  /** Jobs that the area adds, with how they are done. */
  tasks?: readonly Task[]
  /** Work that runs by the clock. */
  schedules?: readonly ScheduledTask[]
  /** The area's lists that can be exported as CSV. */
  exported?: ExportSources
  /** What of the area ends at a known time, and is announced before. */
  expirySources?: readonly ExpirySource[]
  /** The kinds of bearer tokens that the area knows. */
  tokens?: TokenAuthenticators
  /** Hears of committed changes, of every process. */
  onChange?(message: ChangeMessage): void
  /** Interrupts long work, so that the background workers can stop. */
  stop?(): Promise<void>
  /** Closes what the area opened. Requests and background work are over by then. */
  close?(): void | Promise<void>
}

type FilterOf<K extends ExportKind> = Extract<ExportInput, { kind: K }>['filter']

/** The rows of an export of a tenant, for a filter of its list. */
export type ExportSources = { readonly [K in ExportKind]?: (tenantId: string, filter: FilterOf<K>) => CsvSource }

/** Something of an area that ends at a known time, and is announced before. */
export interface ExpirySource {
  /** Unique and stable: announcements are remembered under it. */
  name: string
  messageType: MessageTypeName
  /** Selects `tenant_id uuid`, `entity_id text`, `label jsonb`, `ends_at timestamptz` of the tenants for which the condition is true. */
  rows(condition: RawBuilder<unknown>): RawBuilder<unknown>
  /** What people call the thing, from its label. */
  nameOf(label: Record<string, string>): string
  /** More for the message, where it is about a single thing. */
  propertiesOf?(entityId: string): { ScimTokenId?: string; GroupId?: string }
}

/** @throws {Error} no area exports this kind. */
export function exportSourceOf(areas: readonly Area[], tenantId: string, input: ExportInput): CsvSource {
  return sourceOfKind(areas, tenantId, input.kind, input.filter)
}

function sourceOfKind<K extends ExportKind>(areas: readonly Area[], tenantId: string, kind: K, filter: FilterOf<K>): CsvSource {
  for (const { exported } of areas) {
    const source = exported?.[kind]
    if (source) return source(tenantId, filter)
  }
  throw new Error(`No area exports ${kind}`)
}

export const expirySourcesOf = (areas: readonly Area[]): ExpirySource[] => areas.flatMap(({ expirySources = [] }) => expirySources)

export const tokensOf = (areas: readonly Area[]): TokenAuthenticators =>
  Object.fromEntries(areas.flatMap(({ tokens = {} }) => Object.entries(tokens)))
