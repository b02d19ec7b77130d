import {
  bulkUsers,
  createUser,
  deleteUser,
  exportUsers,
  getUser,
  importUsers,
  legacyCreateUser,
  legacyDeleteUser,
  legacyGetUser,
  legacyGetUserGroups,
  legacyListUsers,
  legacyPatchUser,
  legacyPutUserGroups,
  listUsers,
  resendActivation,
  updateUser,
} from '@steward/contract/users/endpoints'
import { problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import { isPreviewed } from '../db/operation.ts'
import type { Bind } from '../http/binding.ts'
import { languageOf } from '../http/language.ts'
import { textsFor } from '../http/problems.ts'
import { callerOf } from '../http/caller.ts'
import { attachment } from '../exports/stream-export.ts'
import type { UserContext } from './context.ts'
import { importUsers as importCsv } from './import/service.ts'
import { changeManyUsers } from './bulk.ts'
import { byUsernameOrId } from './queries.ts'
import type { UserEdit, UserService } from './service.ts'

/** Binds the users of the contract, "Auth v2" and "Legacy auth base". */
export function bindUserRoutes(bind: Bind, users: UserService, context: UserContext): void {
  bind(listUsers, async (call) => users.list(callerOf(call), call.query), { compresses: true })

  bind(getUser, async (call) => {
    const user = await users.get(callerOf(call), call.params, call.query.asOf)
    if (call.query.asOf === undefined) call.setEtag(user.version)
    return user
  })

  bind(createUser, async (call) => {
    const user = await users.create(callerOf(call), call.body)
    call.setEtag(user.version)
    return user
  })

  bind(updateUser, async (call) => {
    const user = await users.update(callerOf(call), call.params, editOf(call.body, call.ifMatch))
    call.setEtag(user.version)
    return user
  })

  bind(deleteUser, async (call) => users.remove(callerOf(call), call.params, call.ifMatch))

  bind(bulkUsers, async (call) => changeManyUsers(context, callerOf(call), call.body, textsFor(call.request)))

  bind(importUsers, async (call) => {
    // What `Prefer: preview` asks for is the import, not the dry run.
    const dryRun = call.query.dryRun && !isPreviewed()
    const run = () =>
      importCsv(context, callerOf(call), {
        file: call.body,
        ...call.query,
        dryRun,
        signal: call.signal,
        language: languageOf(call.request),
      })
    if (!dryRun) return run()
    // One refused line refuses the file: it would affect no one.
    const { result, preview } = await call.dryRun(run, ({ refused }) => refused === 0)
    return { ...result, ...(preview && { effects: preview.effects }) }
  })

  bind(exportUsers, async (call) => {
    call.reply.header('content-disposition', attachment('users'))
    return users.export(callerOf(call), call.query)
  })

  bindLegacyRoutes(bind, users)
}

/** Separates what can be changed from what must be as it is. The version counts as If-Match where that is missing. */
function editOf(
  {
    givenName,
    familyName,
    groupIds,
    isDisabled,
    version,
    userDetails: _userDetails,
    factors: _factors,
    ...unchanged
  }: BodyOf<typeof updateUser>,
  ifMatch: number | undefined,
): UserEdit {
  return { wanted: { givenName, familyName, groupIds, isDisabled }, unchanged, ifMatch: ifMatch ?? version }
}

function bindLegacyRoutes(bind: Bind, users: UserService): void {
  bind(legacyListUsers, async (call) => users.listLegacy(callerOf(call)))

  bind(legacyCreateUser, async (call) => {
    const { username, ...creation } = call.body
    if (username !== undefined && username.trim().toLowerCase() !== creation.email.toLowerCase()) {
      throw problem('invalid_request', {}, { fields: [{ field: 'username', code: 'invalid_value' }] })
    }
    return users.create(callerOf(call), creation)
  })

  bind(legacyGetUser, async (call) => {
    const user = await users.get(callerOf(call), byUsernameOrId(call.params.username))
    call.setEtag(user.version)
    return user
  })

  bind(legacyGetUserGroups, async (call) => users.groups(callerOf(call), byUsernameOrId(call.params.username)))

  bind(legacyPatchUser, async (call) => {
    const { isDisabled, ...body } = call.body
    const { unchanged, ...edit } = editOf(body, call.ifMatch)
    const user = await users.update(callerOf(call), byUsernameOrId(call.params.username), {
      ...edit,
      unchanged: { ...unchanged, ...(isDisabled === undefined ? {} : { isDisabled }) },
    })
    call.setEtag(user.version)
    return user
  })

  bind(legacyPutUserGroups, async (call) => {
    const user = await users.update(callerOf(call), byUsernameOrId(call.params.username), { wanted: call.body, ifMatch: call.ifMatch })
    return user.groups ?? []
  })

  bind(legacyDeleteUser, async (call) => users.remove(callerOf(call), byUsernameOrId(call.params.username), call.ifMatch))

  bind(resendActivation, async (call) => users.resendActivation(callerOf(call), { username: call.body.username }))
}
