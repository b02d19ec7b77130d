import { m } from '@steward/contract/paraglide/messages'
import type { LicenseType } from './search.ts'

/** The tabs of the licenses page. Separate from the page: routes are in the first chunk. */
export const tabTitles: Record<LicenseType, () => string> = {
  applications: m.licenses_applications,
  data: m.licenses_data,
  models: m.licenses_models,
  quotas: m.licenses_quotas,
}
