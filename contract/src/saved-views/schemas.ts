import { z } from 'zod'
import { entityId } from '../fields.ts'
import { densities } from '../rules/settings.ts'
import { keyText, lineText, nameText } from '../text.ts'
import { longestViewName, narrowestColumnPx, widestColumnPx } from './constants.ts'
import { viewedListNames } from './lists.ts'

/** A column that differs from the list's own: hidden or shown, or with a width. */
const viewColumn = z.strictObject({
  id: keyText(40),
  isShown: z.boolean(),
  widthPx: z.number().int().min(narrowestColumnPx).max(widestColumnPx).nullable(),
})

const viewName = nameText(longestViewName).meta({ example: 'Invited, not signed in' })

/** What a view consists of. */
const content = {
  name: viewName,
  search: lineText(4_000)
    .regex(/^[^#\s]*$/)
    .meta({ description: 'The search parameters of the list as in the address of the console, without `?`', example: 'sort=-createdTime' }),
  columns: z.array(viewColumn).max(40),
  density: z.enum(densities).nullable().meta({ description: 'The height of the rows; null for the one each person chose' }),
}

export const savedViewSchema = z.strictObject({
  savedViewId: z.uuid(),
  list: z.enum(viewedListNames),
  ...content,
  name: z.string(),
  search: z.string(),
  /** For everyone in the tenant who can open the list. */
  isShared: z.boolean(),
  /** The list opens with this view for the caller. */
  isDefault: z.boolean(),
  createdBy: z.string(),
  version: z.number().int(),
})
export type SavedView = z.output<typeof savedViewSchema>

export const listSavedViewsResponse = z.strictObject({ items: z.array(savedViewSchema) })

export const createSavedViewBody = z.strictObject({ list: z.enum(viewedListNames), ...content, isShared: z.boolean().default(false) })

const changes = z.strictObject({ ...content, isShared: z.boolean() })

/** Only what is given changes. */
export const patchSavedViewBody = changes.partial()

/** What someone says about a view; the rest follows from the list. */
export const savedViewNaming = changes.pick({ name: true, isShared: true })

export const savedViewParams = z.strictObject({ savedViewId: entityId('savedView') })

export const viewDefaultParams = z.strictObject({
  list: z.enum(viewedListNames).meta({ description: 'The list that opens with the view' }),
})

export const putViewDefaultBody = z.strictObject({ savedViewId: z.uuid().nullable() })
