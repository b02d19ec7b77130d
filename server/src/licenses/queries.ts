import type { TenantTransaction } from '../db/tenant.ts'

export const readApplicationLicenses = (tx: TenantTransaction) =>
  tx.selectFrom('application_license').selectAll().orderBy('license_id').execute()

export const readDataEntitlements = (tx: TenantTransaction) =>
  tx.selectFrom('data_entitlement').selectAll().orderBy('entitlement_id').execute()

export const readCompanyQuotas = (tx: TenantTransaction) =>
  tx.selectFrom('company_quota').selectAll().orderBy('product_code').orderBy('quota_name').execute()
