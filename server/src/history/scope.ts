import type { AuditCategory } from '@steward/contract/catalog/activity'
import type { QueryOf } from '@steward/contract/http'
import type { getHistory } from '@steward/contract/history/endpoints'
import { settingSchemas } from '@steward/contract/rules/settings-schemas'

/** Which changes of the audit log belong to a record. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'categories'; categories: readonly AuditCategory[] }
  /** Changes of these entities, and those that put the subjects into another entity or took them out of it. */
  | { kind: 'entities'; categories: readonly AuditCategory[]; entities: readonly string[]; subjects: readonly string[] }

type Asked = Pick<QueryOf<typeof getHistory>, 'record' | 'id'>

export function scopeOf({ record, id = '' }: Asked, tenantId: string): Scope {
  const one = (...categories: AuditCategory[]): Scope => ({ kind: 'entities', categories, entities: [id], subjects: [id] })
  const kinds = (...categories: AuditCategory[]): Scope => ({ kind: 'categories', categories })
  switch (record) {
    case 'user':
      return one('User', 'Group', 'Second factor', 'Second factor reset')
    case 'group':
      return one('Group', 'API key', 'Resource group')
    case 'role':
      return one('Role', 'Group')
    case 'apiKey':
      return one('API key')
    case 'logStream':
      return one('Log stream')
    case 'resourceGroup':
      return one('Resource group')
    case 'licenses':
      return kinds('Licence', 'Data entitlement', 'Model entitlement', 'Quota')
    case 'singleSignOn':
      return kinds('Single sign-on')
    case 'provisioning':
      return kinds('SCIM token', 'Deprovisioning limit')
    case 'settings':
      // The settings of people have keys of their own.
      return {
        kind: 'entities',
        categories: ['Setting', 'Tenant'],
        entities: [tenantId, ...Object.keys(settingSchemas.Tenant)],
        subjects: [],
      }
    case 'tenant':
      return { kind: 'all' }
  }
}
