import { z } from 'zod'
import { entityId, pageOf, paging, queryBoolean, sortOf, timestamp } from '../fields.ts'
import { tagName } from '../rules/names.ts'
import { keyText, searchText } from '../text.ts'
import { tagSorts } from './constants.ts'

export const tagSchema = z.strictObject({
  tagId: z.uuid(),
  tagName: z.string(),
  isActive: z.boolean(),
  createdBy: z.string(),
  createdAt: timestamp,
  updatedBy: z.string(),
  updatedAt: timestamp,
  version: z.number().int(),
})
export type Tag = z.output<typeof tagSchema>

export const tagParams = z.strictObject({ tagId: entityId('tag') })

export const tagFilter = {
  search: searchText().optional().meta({ description: 'Words that are all in the name' }),
  isActive: queryBoolean.optional(),
  sort: sortOf(tagSorts).default('tagName'),
}

export const listTagsQuery = z.strictObject({
  ...tagFilter,
  tagId: entityId('tag').optional().meta({ description: 'Only this tag' }),
  ...paging,
})

export const listTagsResponse = pageOf(tagSchema)

export const exportTagsQuery = z.strictObject(tagFilter)

export const exportTagsResponse = z.string()

export const createTagBody = z.strictObject({ tagName })

/** A new name, a new state, or both. A whole tag that was read can be sent back; its other fields must have the values they have. */
export const updateTagBody = tagSchema.extend({ tagName, createdBy: keyText(320), updatedBy: keyText(320) }).partial()
