import { operations } from '../operations.ts'
import * as endpoints from './tags.ts'
import {
  createTagBody,
  exportTagsQuery,
  exportTagsResponse,
  listTagsQuery,
  listTagsResponse,
  type Tag,
  tagParams,
  tagSchema,
  updateTagBody,
} from './tags-schemas.ts'

const tag = 'Reference data'

export const exampleTag: Tag = {
  tagId: '0199c0de-7777-7c11-9d59-3b8f5f1c2a44',
  tagName: 'renewal_2027',
  isActive: true,
  createdBy: 'grace.okafor@northwind-re.example',
  createdAt: '2026-03-14T09:26:53.589Z',
  updatedBy: 'grace.okafor@northwind-re.example',
  updatedAt: '2026-03-14T09:26:53.589Z',
  version: 1,
}

export const tagsDocs = operations(endpoints, {
  listTags: {
    summary: 'List tags',
    tag,
    query: listTagsQuery,
    response: listTagsResponse,
    errors: [],
    examples: { response: { count: 1, items: [exampleTag], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
  },
  exportTags: {
    summary: 'Export the filtered tags as CSV',
    tag,
    query: exportTagsQuery,
    response: exportTagsResponse,
    errors: [],
    examples: {},
  },
  createTag: {
    summary: 'Create a tag',
    tag,
    body: createTagBody,
    response: tagSchema,
    errors: ['tag_exists'],
    examples: { body: { tagName: 'renewal_2028' }, response: exampleTag },
  },
  updateTag: {
    summary: 'Rename, activate or deactivate a tag',
    tag,
    params: tagParams,
    body: updateTagBody,
    response: tagSchema,
    errors: ['not_found', 'tag_exists'],
    examples: { params: { tagId: exampleTag.tagId }, body: { isActive: false }, response: exampleTag },
  },
})
