import { operations } from '../operations.ts'
import * as endpoints from './matching-endpoints.ts'
import { changeMatchingBody, userChangeParams, userChangeSchema, userCountsSchema, type UserChangeRun } from './matching-schemas.ts'

const tag = 'Users'

const exampleChange: UserChangeRun = {
  userChangeId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  change: { action: 'disable' },
  status: 'running',
  total: 250,
  done: 100,
  succeeded: 99,
  failed: 1,
  failures: [],
  canUndo: false,
  createdBy: 'ada.lindqvist@meridian-re.example',
  createdAt: '2026-03-14T09:26:53.589Z',
  finishedAt: null,
}
const params = { userChangeId: exampleChange.userChangeId }

export const matchingUsersDocs = operations(endpoints, {
  changeMatchingUsers: {
    summary: 'Change all users that match a filter',
    description:
      'Changes up to 10,000 users that match now, or only those in `userIds`, in the background. Each succeeds or fails separately.',
    tag,
    body: changeMatchingBody,
    response: userChangeSchema,
    errors: ['group_unknown', 'selection_empty', 'selection_too_large'],
    examples: { body: { filter: { userStatus: ['FORCE_CHANGE_PASSWORD'] }, change: { action: 'disable' } }, response: exampleChange },
  },
  countUsers: {
    summary: 'Count users by status',
    tag,
    response: userCountsSchema,
    errors: [],
    examples: { response: { active: 187, invited: 23, external: 31, locked: 1, disabled: 8 } },
  },
  getUserChange: {
    summary: 'Get the progress of a change of all matching users',
    tag,
    params: userChangeParams,
    response: userChangeSchema,
    errors: ['not_found'],
    examples: { params, response: exampleChange },
  },
  cancelUserChange: {
    summary: 'Stop a change of all matching users',
    description: 'Users that were already changed stay changed; undo the change to change them back.',
    tag,
    params: userChangeParams,
    response: userChangeSchema,
    errors: ['not_found'],
    examples: { params, response: { ...exampleChange, status: 'cancelled' } },
  },
  undoUserChange: {
    summary: 'Undo a change of all matching users',
    description:
      'Runs in the background. Changes back users that were enabled, disabled, or added to or removed from a group, if they were different before. Restores deleted users with their groups (`restore`); they get a link to set a password.',
    tag,
    params: userChangeParams,
    response: userChangeSchema,
    errors: ['not_found', 'change_not_undoable'],
    examples: { params, response: { ...exampleChange, change: { action: 'enable' } } },
  },
})
