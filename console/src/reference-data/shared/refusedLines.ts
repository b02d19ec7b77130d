import { ProblemError } from '@steward/contract/http'

/** A line of a file that was refused, with its field and the reason. */
export interface RefusedLine {
  line: number
  field: string
  message: string
}

/** The refused lines of an upload, as far as the server lists them; empty if it was refused as a whole. */
export function refusedLines(error: unknown): RefusedLine[] {
  if (!(error instanceof ProblemError) || error.problem.code !== 'table_upload_refused') return []
  return (error.problem.errors ?? []).map(({ field: path, message }) => {
    const [, line = '1', field = ''] = /^lines\.(\d+)\.(.*)$/.exec(path) ?? []
    // `line` names the line as a whole.
    return { line: Number(line), field: field === 'line' ? '' : field, message }
  })
}

/** The number of refused lines, listed or not. */
export function refusedCount(error: unknown): number {
  const count = error instanceof ProblemError ? error.problem.parameters['refused'] : undefined
  return typeof count === 'number' ? count : refusedLines(error).length
}

/** The file of all refused lines, if there was space for it. */
export function rejectedFileId(error: unknown): string | undefined {
  const id = error instanceof ProblemError ? error.problem.parameters['rejectedFileId'] : undefined
  return typeof id === 'string' ? id : undefined
}
