import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  createSavedViewBody,
  listSavedViewsResponse,
  patchSavedViewBody,
  putViewDefaultBody,
  savedViewParams,
  savedViewSchema,
  viewDefaultParams,
  type SavedView,
} from './schemas.ts'

const tag = 'Saved views'

const exampleView: SavedView = {
  savedViewId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
  list: 'users',
  name: 'Invited, not signed in',
  search: 'status=%5B%22FORCE_CHANGE_PASSWORD%22%5D&sort=-createdTime',
  columns: [{ id: 'createdTime', isShown: true, widthPx: 160 }],
  density: 'compact',
  isShared: false,
  isDefault: false,
  createdBy: 'ada.lindqvist@meridian-re.example',
  version: 1,
}
const { list, name, search, columns, density } = exampleView

export const savedViewsDocs = operations(endpoints, {
  listSavedViews: {
    summary: "List the caller's views and shared views of all lists",
    description: 'Only for lists that the caller can open.',
    tag,
    response: listSavedViewsResponse,
    errors: [],
    examples: { response: { items: [exampleView] } },
  },
  createSavedView: {
    summary: 'Save a view of a list',
    description: 'Sharing requires `Admin.TenantAdministrator`. Each person can have 100 views, and the tenant can have 100 shared ones.',
    tag,
    body: createSavedViewBody,
    response: savedViewSchema,
    errors: ['forbidden', 'view_name_taken', 'view_limit_reached'],
    examples: { body: { list, name, search, columns, density }, response: exampleView },
  },
  patchSavedView: {
    summary: 'Change, rename, share or stop sharing a view',
    description:
      'Fields that are left out stay as they are. Sharing, and changing shared views, requires `Admin.TenantAdministrator`. A view that is no longer shared belongs to the caller.',
    tag,
    params: savedViewParams,
    body: patchSavedViewBody,
    response: savedViewSchema,
    errors: ['not_found', 'forbidden', 'view_name_taken', 'view_limit_reached'],
    examples: { params: { savedViewId: exampleView.savedViewId }, body: { name: 'Invited' }, response: exampleView },
  },
  deleteSavedView: {
    summary: 'Delete a view',
    description: 'Deleting a shared view requires `Admin.TenantAdministrator`. Lists that opened with it then open without a view.',
    tag,
    params: savedViewParams,
    errors: ['not_found', 'forbidden'],
    examples: { params: { savedViewId: exampleView.savedViewId } },
  },
  putViewDefault: {
    summary: 'Set the view that a list opens with for the caller',
    description: 'Null for no view.',
    tag,
    params: viewDefaultParams,
    body: putViewDefaultBody,
    errors: ['view_unknown'],
    examples: { params: { list: 'users' }, body: { savedViewId: null } },
  },
})
