import { m } from '@steward/contract/paraglide/messages'
import type { ExportFailure } from '@steward/contract/exports/schemas'

export const failureLabels: Record<ExportFailure, () => string> = {
  forbidden: m.download_failed_forbidden,
  temporary_space_full: m.download_failed_space,
  internal: m.download_failed_internal,
}
