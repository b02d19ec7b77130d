import type { AccessMap } from '@steward/contract/access/schemas'
import { type MappedApplication, availableApplications, depthsIn } from '@steward/contract/rules/access-depth'
import type { TenantTransaction } from '../db/tenant.ts'
import { type TenantAccess, readTenantAccess, rolesOf } from './groups-and-roles.ts'

/** How deep each group's roles reach into each application that the tenant has. */
export const readAccessMap = async (tx: TenantTransaction): Promise<AccessMap> => mapOf(await readTenantAccess(tx, 'given'))

export function mapOf(access: TenantAccess): AccessMap {
  const available = availableApplications(access.facts.licenses, access.facts.asOf)
  return {
    applications: available.map(namesOf),
    groups: access.groups.map((group) => ({
      groupId: group.groupId,
      groupName: group.groupName,
      status: group.status,
      userCount: group.userCount,
      depths: depthsIn(
        available,
        rolesOf(access, group).flatMap((role) => role.actions),
      ),
    })),
  }
}

export const namesOf = ({ applicationName, displayName }: MappedApplication) => ({ applicationName, displayName })
