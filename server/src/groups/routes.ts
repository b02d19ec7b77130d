import { createGroup, deleteGroup, exportGroups, getGroup, listGroups, patchGroup, searchGroups } from '@steward/contract/groups/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import { attachment } from '../exports/stream-export.ts'
import type { GroupService } from './service.ts'

/** Binds the groups of the contract. */
export function bindGroupRoutes(bind: Bind, groups: GroupService): void {
  bind(listGroups, async (call) => groups.list(callerOf(call), call.query), { compresses: true })

  bind(searchGroups, async (call) => {
    const { query: search, limit, offset } = call.query
    const { items, ...page } = await groups.list(callerOf(call), {
      search,
      limit,
      offset,
      sort: 'groupName',
      include: ['Details'],
    })
    return { ...page, searchItems: items }
  })

  bind(exportGroups, async (call) => {
    call.reply.header('content-disposition', attachment('groups'))
    return groups.export(callerOf(call), call.query)
  })

  bind(getGroup, async (call) => {
    const group = await groups.get(callerOf(call), call.params.groupId, call.query.asOf)
    if (call.query.asOf === undefined) call.setEtag(group.version)
    return group
  })

  bind(createGroup, async (call) => {
    const group = await groups.create(callerOf(call), call.body)
    call.setEtag(group.version)
    return group
  })

  bind(patchGroup, async (call) => {
    const group = await groups.patch(callerOf(call), call.params.groupId, call.body, call.ifMatch)
    call.setEtag(group.version)
    return group
  })

  bind(deleteGroup, async (call) => groups.remove(callerOf(call), call.params.groupId, call.ifMatch))
}
