import type { AccessMap } from '@steward/contract/access/schemas'
import { availableApplications, depthByApplication } from '@steward/contract/rules/access-depth'
import type { TenantTransaction } from '../db/tenant.ts'
import { readTenantAccess, rolesOf } from './groups-and-roles.ts'

/** How deep each group's roles reach into each application that the tenant has. */
export async function readAccessMap(tx: TenantTransaction): Promise<AccessMap> {
  const access = await readTenantAccess(tx, 'given')
  const available = availableApplications(access.facts.licences, access.facts.asOf).map((application) => application.applicationName)
  return {
    applications: available,
    groups: access.groups.map((group) => {
      const depths = depthByApplication(rolesOf(access, group).flatMap((role) => role.actions))
      return {
        groupId: group.groupId,
        groupName: group.groupName,
        status: group.status,
        userCount: group.userCount,
        depths: Object.fromEntries(available.flatMap((name) => (depths[name] === undefined ? [] : [[name, depths[name]]]))),
      }
    }),
  }
}
