import { problemCode } from '../../api/problem.ts'

/** Attempts at a change that doesn't conflict with changes by others. */
const attempts = 3

/** An item with its version as ETag. */
interface Versioned<T> {
  data: T
  etag: string | undefined
}

/**
 * Changes a single field of a row. The server takes whole rows, so this reads the newest one, and tries again if another
 * administrator saved between reading and saving. Nothing is sent if the row is as wanted.
 */
export async function saveOnTop<T>(options: {
  read: () => Promise<Versioned<T>>
  isDone: (item: T) => boolean
  save: (item: T, ifMatch: string | undefined) => Promise<unknown>
}): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { data, etag } = await options.read()
    if (options.isDone(data)) return
    try {
      await options.save(data, etag)
      return
    } catch (error) {
      if (attempt === attempts || problemCode(error) !== 'version_conflict') throw error
    }
  }
}
