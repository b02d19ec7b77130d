import { type ProblemException, problem } from '@steward/contract/errors'
import { constraintOf } from '../db/constraint.ts'

/** The errors for violated constraints of this area's tables. */
const refusals: Readonly<Record<string, () => ProblemException>> = {
  app_user_username_unique: () => problem('user_exists', {}, { field: 'email' }),
  app_user_look_alike_unique: () => problem('user_looks_alike', {}, { field: 'email' }),
  user_group_name_unique: () => problem('group_name_taken', {}, { field: 'groupName' }),
  user_group_limit: () => problem('group_limit_reached'),
  user_group_reserved: () => problem('group_reserved', { groupName: 'admin' }),
  group_member_group_fk: () => problem('group_unknown'),
  group_role_group_fk: () => problem('not_found'),
  group_role_role_fk: () => problem('role_unknown'),
  role_name_unique: () => problem('role_name_taken', {}, { field: 'roleName' }),
  role_reserved: () => problem('role_reserved', { roleName: 'Tenant Administrator' }),
  role_action_role_fk: () => problem('not_found'),
  last_administrator: () => problem('last_administrator'),
}

/** The problem for a database error, or the error itself if no constraint of this area was violated. */
export function refusalOf(error: unknown): unknown {
  const constraint = constraintOf(error)
  return (constraint === undefined ? undefined : refusals[constraint]?.()) ?? error
}
