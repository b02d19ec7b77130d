/**
 * The requests of this page that changed something. Their answers lead to a reload already, so that the live message about
 * the same change does not have to.
 */
const answers = new Map<string, number>()

/** Live messages follow within seconds. */
const mostAnswers = 50

/** The changes since the last alert, and the last of all. */
let untold: string[] = []
let last: string | undefined

/** Call when a change is answered. */
export function noteOwnChange(headers: Headers): void {
  const changeId = headers.get('change-id')
  if (changeId !== null) {
    untold.push(changeId)
    last = changeId
  }
  const requestId = headers.get('x-request-id')
  if (requestId === null) return
  answers.set(requestId, performance.now())
  for (const oldest of answers.keys()) {
    if (answers.size <= mostAnswers) break
    answers.delete(oldest)
  }
}

/** When the last of these requests was answered, by `performance.now()`; undefined if one of them is not of this page. */
export function ownAnswerAt(requests: readonly string[] | undefined): number | undefined {
  const times = requests?.map((requestId) => answers.get(requestId))
  if (times === undefined || times.length === 0 || !times.every((time) => time !== undefined)) return undefined
  return Math.max(...times)
}

/** The change that an alert is about: the only one since the last alert. */
export function takeToldChange(): string | undefined {
  const [first, ...others] = untold
  untold = []
  return others.length === 0 ? first : undefined
}

/** The last change of this page. */
export const lastOwnChange = (): string | undefined => last
