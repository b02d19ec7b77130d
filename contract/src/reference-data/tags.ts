import type { Endpoint } from '../http.ts'
import type {
  createTagBody,
  exportTagsQuery,
  exportTagsResponse,
  listTagsQuery,
  listTagsResponse,
  tagParams,
  tagSchema,
  updateTagBody,
} from './tags-schemas.ts'

/** Tags of a tenant's data (second specification file, sections 3, 4, 5 and 7). */

export const listTags: Endpoint<{ query: typeof listTagsQuery; response: typeof listTagsResponse }> = {
  id: 'listTags',
  method: 'GET',
  path: '/referencedata/v1/tags',
  access: { permission: 'Admin.ViewTags' },
}

export const exportTags: Endpoint<{ query: typeof exportTagsQuery; response: typeof exportTagsResponse }> = {
  id: 'exportTags',
  method: 'GET',
  path: '/referencedata/v1/tags/export',
  access: { permission: 'Admin.ViewTags' },
  media: { response: 'text/csv' },
}

export const createTag: Endpoint<{ body: typeof createTagBody; response: typeof tagSchema }> = {
  id: 'createTag',
  method: 'POST',
  path: '/referencedata/v1/tags',
  access: { permission: 'Admin.EditTags' },
  status: 201,
  etag: true,
}

export const updateTag: Endpoint<{ params: typeof tagParams; body: typeof updateTagBody; response: typeof tagSchema }> = {
  id: 'updateTag',
  method: 'PATCH',
  path: '/referencedata/v1/tags/{tagId}',
  access: { permission: 'Admin.EditTags' },
  precondition: 'optional',
  etag: true,
}
