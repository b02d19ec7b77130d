import { sql } from 'kysely'
import type { ExpirySource } from '../area.ts'
import { productNameOf } from './product-names.ts'

/** A tenant's licenses and entitlements, for notifications before they expire (first specification file, section 3). */
export const entitlementExpirySources: readonly ExpirySource[] = [
  {
    name: 'application_license',
    table: 'application_license',
    messageType: 'ExpiringAppEntitlementsEvent',
    rows: (condition) => sql`select tenant_id, license_id::text as entity_id, end_date as ends_at,
                     jsonb_build_object('productCode', product_code, 'packageName', package_name) as label from application_license where ${condition}`,
    nameOf: ({ productCode, packageName }) => `${productNameOf(productCode)} (${packageName})`,
  },
  {
    name: 'data_entitlement',
    table: 'data_entitlement',
    messageType: 'ExpiringDataEntitlementsEvent',
    rows: (condition) => sql`select tenant_id, entitlement_id::text as entity_id, end_date as ends_at,
                     jsonb_build_object('productCode', product_code) as label from data_entitlement where ${condition}`,
    nameOf: ({ productCode }) => productNameOf(productCode),
  },
  {
    name: 'model_entitlement',
    table: 'model_entitlement',
    messageType: 'ExpiringModelEntitlementsEvent',
    rows: (condition) => sql`select tenant_id, entitlement_id::text as entity_id, end_date as ends_at,
                     jsonb_build_object('productName', product_name, 'continent', continent, 'peril', peril) as label from model_entitlement where ${condition}`,
    nameOf: ({ productName, continent, peril }) => `${productName} (${continent}, ${peril})`,
  },
]
