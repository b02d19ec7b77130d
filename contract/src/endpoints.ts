import { accessDocs } from './access/docs.ts'
import { apiKeysDocs } from './api-keys/docs.ts'
import { apiUsageDocs } from './api-usage/docs.ts'
import { auditLogDocs } from './audit-log/docs.ts'
import { esgDocs } from './esg/docs.ts'
import { exportsDocs } from './exports/docs.ts'
import { federationDocs } from './federation/docs.ts'
import { signInDocs } from './federation/sign-in-docs.ts'
import { flagsDocs } from './flags/docs.ts'
import { groupsDocs } from './groups/docs.ts'
import { helpDocs } from './help/docs.ts'
import { guidanceDocs } from './help/guidance-docs.ts'
import { whatsNewDocs } from './help/whats-new-docs.ts'
import { historyDocs } from './history/docs.ts'
import { homeDocs } from './home/docs.ts'
import { jobsDocs } from './jobs/docs.ts'
import { licensesDocs } from './licenses/docs.ts'
import { logStreamsDocs } from './log-streams/docs.ts'
import { notificationsDocs } from './notifications/docs.ts'
import { openModelsDocs } from './open-models/docs.ts'
import { provisioningDocs } from './provisioning/docs.ts'
import { changesDocs } from './changes/docs.ts'
import { currenciesDocs } from './reference-data/currencies-docs.ts'
import { ratesDocs } from './reference-data/rates-docs.ts'
import { tagsDocs } from './reference-data/tags-docs.ts'
import { resourceGroupsDocs } from './resource-groups/docs.ts'
import { rolesDocs } from './roles/docs.ts'
import { savedViewsDocs } from './saved-views/docs.ts'
import { sessionDocs } from './session/docs.ts'
import { factorsDocs } from './session/factors-docs.ts'
import { storageDocs } from './storage/docs.ts'
import { systemLogDocs } from './system-log/docs.ts'
import { tenantsDocs } from './tenants/docs.ts'
import { domainsDocs } from './tenants/domains-docs.ts'
import { uploadsDocs } from './uploads/docs.ts'
import { usageDocs } from './usage/docs.ts'
import { usersDocs } from './users/docs.ts'
import { matchingUsersDocs } from './users/matching-docs.ts'
import type { Operation } from './operations.ts'

/** Every endpoint of the contract by id, with its schemas and documentation, in the order of the API reference. */
export const endpoints: ReadonlyMap<string, Operation> = new Map(
  [
    ...sessionDocs,
    ...factorsDocs,
    ...accessDocs,
    ...usersDocs,
    ...matchingUsersDocs,
    ...groupsDocs,
    ...rolesDocs,
    ...apiKeysDocs,
    ...licensesDocs,
    ...esgDocs,
    ...openModelsDocs,
    ...apiUsageDocs,
    ...auditLogDocs,
    ...systemLogDocs,
    ...logStreamsDocs,
    ...jobsDocs,
    ...usageDocs,
    ...storageDocs,
    ...resourceGroupsDocs,
    ...tagsDocs,
    ...currenciesDocs,
    ...ratesDocs,
    ...uploadsDocs,
    ...exportsDocs,
    ...tenantsDocs,
    ...savedViewsDocs,
    ...flagsDocs,
    ...guidanceDocs,
    ...helpDocs,
    ...whatsNewDocs,
    ...notificationsDocs,
    ...historyDocs,
    ...changesDocs,
    ...homeDocs,
    ...federationDocs,
    ...signInDocs,
    ...domainsDocs,
    ...provisioningDocs,
  ].map((declared) => [declared.id, declared]),
)
