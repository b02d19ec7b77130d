import type { ChangeListener, ChangeMessage } from '../db/listen.ts'

/** How long a product waits. */
export interface Patience {
  seconds: number
  /** Aborted when the product does not listen any more. */
  signal: AbortSignal
}

/** Products that wait for commands; they hold no connection to the database while they do. */
export interface CommandWaits {
  /** Whether all are ended, and those to come. */
  readonly isStopped: boolean
  /** Reads, and again after every change of the tenant's commands, until there is something or the wait is over. */
  until<T>(tenantId: string, patience: Patience, read: () => Promise<T[]>): Promise<T[]>
  /** Ends all waits, and those to come. */
  stop(): void
}

interface Wait {
  tenantId: string
  hasNews: boolean
  isOver: boolean
  wake(): void
}

/** Changes after which products call again, with a token that has to be valid still. */
const endingTables = ['service_token', 'tenant'] as const

export function createCommandWaits(changes: Pick<ChangeListener, 'onChange'>): CommandWaits {
  const waits = new Set<Wait>()
  let isStopped = false

  const stopListening = changes.onChange((message) => {
    const isEnd = message.kind === 'missed' || endingTables.some((table) => message.tables.includes(table))
    const isNews = message.kind !== 'missed' && message.tables.includes('job_command')
    if (!isEnd && !isNews) return
    for (const wait of waits) {
      if (!concerns(message, wait.tenantId)) continue
      if (isEnd) wait.isOver = true
      else wait.hasNews = true
      wait.wake()
    }
  })

  return {
    get isStopped() {
      return isStopped
    },
    async until(tenantId, { seconds, signal }, read) {
      const wait: Wait = { tenantId, hasNews: false, isOver: isStopped || signal.aborted || seconds === 0, wake: () => undefined }
      const end = () => {
        wait.isOver = true
        wait.wake()
      }
      const timer = setTimeout(end, seconds * 1_000)
      signal.addEventListener('abort', end)
      // Before the first read, so that no change is missed in between.
      waits.add(wait)
      try {
        for (;;) {
          wait.hasNews = false
          const found = await read()
          if (found.length > 0 || wait.isOver) return found
          if (!wait.hasNews) await new Promise<void>((resolve) => (wait.wake = resolve))
          if (wait.isOver) return []
        }
      } finally {
        waits.delete(wait)
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
      }
    },
    stop() {
      isStopped = true
      stopListening()
      for (const wait of waits) {
        wait.isOver = true
        wait.wake()
      }
    },
  }
}

const concerns = (message: ChangeMessage, tenantId: string): boolean => message.kind !== 'changed' || message.tenantId === tenantId
