import { m } from '@steward/contract/paraglide/messages'
import { createTag } from '@steward/contract/reference-data/tags'
import { isTagName, splitTagNames, tagsPerRequest } from '@steward/contract/rules/name-rules'
import { api } from '../../api/client.ts'
import { problemCode, problemMessage } from '../../api/problem.ts'
import { formatList } from '../../i18n/format.ts'
import { formatNumber } from '../../i18n/time.ts'

/** The answer for one name. */
export type TagOutcome = { tagName: string; state: 'created' | 'duplicate' } | { tagName: string; state: 'failed'; message: string }

/** Low enough not to strain the server's limits. */
const concurrency = 4

/**
 * The names of a list, separated by commas or, as pasted from a spreadsheet, lines. Empty entries are skipped, and names that
 * differ only in case count once, because the server would refuse the second.
 */
export function namesIn(list: string): string[] {
  const seen = new Set<string>()
  return splitTagNames(list.replace(/[\r\n]+/g, ',')).filter((name) => {
    const key = name.toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Why the list cannot be sent (second specification file, section 5); undefined if it can. */
export function listFault(list: string): string | undefined {
  const names = namesIn(list)
  if (names.length === 0) return m.tags_names_required()
  if (names.length > tagsPerRequest) return m.tags_names_too_many()
  const invalid = names.filter((name) => !isTagName(name))
  return invalid.length === 0 ? undefined : m.tags_names_invalid({ names: formatList(invalid), count: invalid.length })
}

/**
 * Creates tags with one call for each name. Each succeeds or fails on its own.
 * @param onProgress called with the number of answers so far
 */
export async function createTags(names: readonly string[], onProgress: (done: number) => void): Promise<TagOutcome[]> {
  const outcomes: TagOutcome[] = []
  const waiting = names.values()
  const worker = async () => {
    for (const tagName of waiting) {
      outcomes.push(await createOne(tagName))
      onProgress(outcomes.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, names.length) }, worker))
  const place = new Map(names.map((name, index) => [name, index]))
  return outcomes.toSorted((a, b) => (place.get(a.tagName) ?? 0) - (place.get(b.tagName) ?? 0))
}

async function createOne(tagName: string): Promise<TagOutcome> {
  try {
    await api(createTag, { body: { tagName } })
    return { tagName, state: 'created' }
  } catch (error) {
    if (problemCode(error) === 'tag_exists') return { tagName, state: 'duplicate' }
    return { tagName, state: 'failed', message: problemMessage(error, m.tags_error_create()) }
  }
}

/** The names with an answer of that kind. */
export const namesOf = (outcomes: readonly TagOutcome[], state: TagOutcome['state']): string[] =>
  outcomes.filter((outcome) => outcome.state === state).map(({ tagName }) => tagName)

/** The success alert; undefined if none was created. */
export function createdText(outcomes: readonly TagOutcome[]): string | undefined {
  const created = namesOf(outcomes, 'created')
  const [name] = created
  if (name === undefined) return undefined
  if (outcomes.length === 1) return m.tags_created_one({ name })
  if (created.length === outcomes.length) return m.tags_created_all({ count: created.length })
  return m.tags_created_some({ created: formatNumber(created.length), total: formatNumber(outcomes.length) })
}
