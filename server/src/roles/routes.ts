import { createRole, deleteRole, exportRoles, getRole, listActions, listRoles, patchRole } from '@steward/contract/roles/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import { attachment } from '../exports/stream-export.ts'
import type { RoleService } from './service.ts'

/** Binds the roles of the contract, and their actions. */
export function bindRoleRoutes(bind: Bind, roles: RoleService): void {
  bind(listRoles, async (call) => roles.list(callerOf(call), call.query), { compresses: true })

  bind(exportRoles, async (call) => {
    call.reply.header('content-disposition', attachment('roles'))
    return roles.export(callerOf(call), call.query)
  })

  bind(getRole, async (call) => {
    const role = await roles.get(callerOf(call), call.params.roleId, call.query.asOf)
    if (call.query.asOf === undefined) call.setEtag(role.version)
    return role
  })

  bind(createRole, async (call) => {
    const role = await roles.create(callerOf(call), call.body)
    call.setEtag(role.version)
    return role
  })

  bind(patchRole, async (call) => {
    const role = await roles.patch(callerOf(call), call.params.roleId, call.body, call.ifMatch)
    call.setEtag(role.version)
    return role
  })

  bind(deleteRole, async (call) => roles.remove(callerOf(call), call.params.roleId, call.ifMatch))

  bind(listActions, async (call) => roles.listActions(callerOf(call), call.query))
}
