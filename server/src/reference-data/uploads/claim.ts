import { type RawBuilder, sql } from 'kysely'
import type { Language } from '@steward/contract/languages'
import type { TenantContext } from '../../db/tenant.ts'

/** A run's claim on an upload. */
export interface Claim {
  tenant_id: string
  rate_upload_id: string
  run_id: string
  currency_vintage_id: string
  file_name: string
  size_bytes: number
  language: Language
  attempts: number
  created_by_type: 'user' | 'key'
  created_by_id: string
  created_by: string
  currency_scheme_code: string
  anchor_currency_code: string
  vintage: string
}

/** The run is over: the upload was canceled, or another run took it over. */
export class Superseded extends Error {}
/** The process stops; another one starts the upload over. */
export class Stopping extends Error {}

export const isRunOf = ({ tenant_id: tenantId, rate_upload_id: uploadId, run_id: runId }: Claim): RawBuilder<boolean> =>
  sql<boolean>`tenant_id = ${tenantId}::uuid and rate_upload_id = ${uploadId} and run_id = ${runId} and status in ('reading', 'storing')`

/** The audit log names who uploaded the file. */
export const contextOf = (claim: Claim): TenantContext => ({
  tenantId: claim.tenant_id,
  requestId: '',
  actor: { type: claim.created_by_type, id: claim.created_by_id, name: claim.created_by },
})
