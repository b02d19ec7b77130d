import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'

/** Sends rows in the text format of COPY as they are made, as fast as the database takes them. @throws the signal's reason */
export async function copyRows(rows: AsyncIterable<string>, into: Writable, signal: AbortSignal): Promise<void> {
  const copied = finished(into)
  let isOver = false
  const end = () => void (isOver = true)
  copied.then(end, end) // awaited below
  try {
    for await (const text of rows) {
      if (text !== '' && !into.write(text)) await Promise.race([once(into, 'drain'), copied])
      // Checking lines keeps the processor busy: requests get their turn.
      await setImmediate()
      signal.throwIfAborted()
    }
  } catch (error) {
    // Otherwise the transaction could not end: its connection would wait for more rows. An aborted one has no connection.
    if (!isOver && !signal.aborted) into.destroy()
    throw error
  }
  into.end()
  await copied
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in the text format of COPY. */
export const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
