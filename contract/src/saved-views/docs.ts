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
    summary: "List the caller's views and the shared ones, of all lists",
    description: 'Only of lists that the caller can open.',
    tag,
    response: listSavedViewsResponse,
    errors: [],
    examples: { response: { items: [exampleView] } },
  },
  createSavedView: {
    summary: 'Save a view of a list',
    description: 'A shared view needs `Admin.TenantAdministrator`. Each person, and the tenant, can have 100 views.',
    tag,
    body: createSavedViewBody,
    response: savedViewSchema,
    errors: ['forbidden', 'view_name_taken', 'view_limit_reached'],
    examples: { body: { list, name, search, columns, density }, response: exampleView },
  },
  patchSavedView: {
    summary: 'Change, rename, share or stop sharing a view',
    description:
      'Only what is given changes. Shared views, and sharing, need `Admin.TenantAdministrator`; a view that is no longer shared belongs to the caller.',
    tag,
    params: savedViewParams,
    body: patchSavedViewBody,
    response: savedViewSchema,
    errors: ['not_found', 'forbidden', 'view_name_taken', 'view_limit_reached'],
    examples: { params: { savedViewId: exampleView.savedViewId }, body: { name: 'Invited' }, response: exampleView },
  },
  deleteSavedView: {
    summary: 'Delete a view',
    description: 'A shared view needs `Admin.TenantAdministrator`. Lists that opened with it open without a view.',
    tag,
    params: savedViewParams,
    errors: ['not_found', 'forbidden'],
    examples: { params: { savedViewId: exampleView.savedViewId } },
  },
  putViewDefault: {
    summary: 'Choose the view that a list opens with for the caller',
    description: 'Null for none.',
    tag,
    params: viewDefaultParams,
    body: putViewDefaultBody,
    errors: ['view_unknown'],
    examples: { params: { list: 'users' }, body: { savedViewId: null } },
  },
})
