import { getGroup, listGroups } from '@steward/contract/groups/endpoints'
import { getRole, listRoles } from '@steward/contract/roles/endpoints'
import { getUser, listUsers } from '@steward/contract/users/endpoints'
import type { User } from '@steward/contract/users/schemas'
import { api } from '../api/client.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ChoiceSource } from '../ui/form/choiceSource.ts'
import { fullName } from './labels.ts'

/** Sources of the pickers for users, groups and roles; values are ids. */

const found = 50

const userChoice = (user: User): Choice => ({ value: user.userId, label: fullName(user), detail: user.email })

export const userChoices: ChoiceSource = {
  matching: (text) => ({
    queryKey: ['choices', 'users', text],
    queryFn: async ({ signal }) =>
      (await api(listUsers, { query: { search: text, limit: found, sort: 'givenName' }, signal })).items.map(userChoice),
    meta: { tables: ['app_user'], hasPast: true },
  }),
  named: (userId) => ({
    queryKey: ['choices', 'user', userId],
    queryFn: async ({ signal }) => userChoice(await api(getUser, { params: { userId }, signal })),
    meta: { tables: ['app_user'], hasPast: true },
  }),
}

export const groupChoices: ChoiceSource = {
  matching: (text) => ({
    queryKey: ['choices', 'groups', text],
    // A tenant has at most 100 groups.
    queryFn: async ({ signal }) =>
      (await api(listGroups, { query: { search: text, limit: 100 }, signal })).items.map((group) => ({
        value: group.groupId,
        label: group.groupName,
      })),
    meta: { tables: ['user_group'], hasPast: true },
  }),
  named: (groupId) => ({
    queryKey: ['choices', 'group', groupId],
    queryFn: async ({ signal }) => ({ value: groupId, label: (await api(getGroup, { params: { groupId }, signal })).groupName }),
    meta: { tables: ['user_group'], hasPast: true },
  }),
}

export const roleChoices: ChoiceSource = {
  matching: (text) => ({
    queryKey: ['choices', 'roles', text],
    queryFn: async ({ signal }) =>
      (await api(listRoles, { query: { search: text, limit: found }, signal })).items.map((role) => ({
        value: role.roleId,
        label: role.roleName,
      })),
    meta: { tables: ['role'], hasPast: true },
  }),
  named: (roleId) => ({
    queryKey: ['choices', 'role', roleId],
    queryFn: async ({ signal }) => ({ value: roleId, label: (await api(getRole, { params: { roleId }, signal })).roleName }),
    meta: { tables: ['role'], hasPast: true },
  }),
}
