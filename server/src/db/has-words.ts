import { searchWords } from '@steward/contract/rules/search-words'
import { type RawBuilder, sql } from 'kysely'

/** Whether every word of a search is somewhere in a text, compared like `fold` of the contract. For short lists: it reads every row. */
export const hasWords = (search: string, text: RawBuilder<unknown>): RawBuilder<boolean> => compared(search, text, sql` and `)

/** The same for one of the words. */
export const hasAnyWord = (search: string, text: RawBuilder<unknown>): RawBuilder<boolean> => compared(search, text, sql` or `)

function compared(search: string, text: RawBuilder<unknown>, joint: RawBuilder<unknown>): RawBuilder<boolean> {
  const words = searchWords(search).map((word) => sql`strpos(fold_text(${text}), ${word}) > 0`)
  return words.length === 0 ? sql`true` : sql`(${sql.join(words, joint)})`
}
