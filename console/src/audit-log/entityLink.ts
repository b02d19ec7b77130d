import { linkOptions, type LinkOptions } from '@tanstack/react-router'
import { resourceGroupProducts } from '@steward/contract/rules/resource-group-products'
import type { AuditRow } from './queries.ts'

type Entity = Pick<AuditRow, 'category' | 'entityId' | 'entityName' | 'entity'>

/** The page of what was changed; undefined if it has none or is gone. The page itself says what the user can see. */
export function entityLink({ category, entityId, entityName, entity }: Entity): LinkOptions | undefined {
  if (entity.isGone === true) return undefined
  switch (category) {
    case 'User':
      return linkOptions({ to: '/user-administration/users/$userId', params: { userId: entityId } })
    case 'Group':
      return linkOptions({ to: '/user-administration/groups/$groupId', params: { groupId: entityId } })
    case 'Role':
      return linkOptions({ to: '/user-administration/roles/$roleId', params: { roleId: entityId } })
    case 'API key':
      return linkOptions({ to: '/developer-administration/access-credentials/$keyId', params: { keyId: entityId } })
    case 'Log stream':
      return linkOptions({ to: '/developer-administration/log-streams/$logStreamId', params: { logStreamId: entityId } })
    case 'Resource group': {
      const app = resourceGroupProducts.find((product) => product.productCode === entity.productCode)?.tab
      if (app === undefined) return undefined
      return linkOptions({ to: '/user-administration/resource-groups/$app/$rgId', params: { app, rgId: entityId } })
    }
    case 'Tag':
      return linkOptions({ to: '/reference-data/data-tags/$tagId', params: { tagId: entityId } })
    case 'Currency':
      return linkOptions({ to: '/reference-data/currencies/currency/$currencyCode', params: { currencyCode: entityId } })
    case 'Currency scheme':
      return linkOptions({ to: '/reference-data/currencies/currency-schemes/$scheme', params: { scheme: entityName } })
    case 'Job':
      return linkOptions({ to: '/monitoring/job-log/$jobId', params: { jobId: entityId } })
    case 'Licence':
      return linkOptions({ to: '/company/company-licenses/$type', params: { type: 'applications' } })
    case 'Data entitlement':
      return linkOptions({ to: '/company/company-licenses/$type', params: { type: 'data' } })
    case 'Model entitlement':
      return linkOptions({ to: '/company/company-licenses/$type', params: { type: 'models' } })
    case 'Setting':
    case 'Tenant':
      return linkOptions({ to: '/configurations/tenant-settings' })
    case 'Single sign-on':
      return linkOptions({ to: '/company/sso' })
    case 'SCIM token':
    case 'Deprovisioning limit':
      return linkOptions({ to: '/company/scim-management' })
    case 'ESG scores':
      return linkOptions({ to: '/esg-score-customization' })
    case 'Open model':
      return linkOptions({ to: '/open-model-engine/nasdaq' })
    default:
      return undefined
  }
}
