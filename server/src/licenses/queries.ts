import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

interface EntitlementRow {
  product_code: string
  start_date: Date
  end_date: Date
}

export async function readApplicationLicenses(tx: TenantTransaction) {
  const { rows } = await sql<EntitlementRow & { license_id: string; package_name: string }>`
    select license_id, product_code, package_name, start_date, end_date from application_license
     where tenant_id = ${tenantIdOf(tx)}::uuid order by license_id`.execute(tx)
  return rows
}

export async function readDataEntitlements(tx: TenantTransaction) {
  const { rows } = await sql<EntitlementRow & { entitlement_id: string }>`
    select entitlement_id, product_code, start_date, end_date from data_entitlement
     where tenant_id = ${tenantIdOf(tx)}::uuid order by entitlement_id`.execute(tx)
  return rows
}

export const readCompanyQuotas = (tx: TenantTransaction) =>
  tx.selectFrom('company_quota').selectAll().orderBy('product_code').orderBy('quota_name').execute()
