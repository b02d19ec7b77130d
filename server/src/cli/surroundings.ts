import { AsyncLocalStorage } from 'node:async_hooks'

/** What a command finds around it, and its exit status. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv
  stdout: { write(text: string): void }
  stderr: { write(text: string): void }
  /** 0 done, 1 refused or failed, 2 the installation can't be used. */
  status: number
}

/** An operator runs one command in a process; tests run many, each with its own environment and output. */
const current = new AsyncLocalStorage<Surroundings>()

export const ownProcess: Omit<Surroundings, 'status'> = { environment: process.env, stdout: process.stdout, stderr: process.stderr }

export const runIn = <T>(surroundings: Surroundings, work: () => Promise<T>): Promise<T> => current.run(surroundings, work)

/** @throws outside of `runIn` */
export function surroundings(): Surroundings {
  const found = current.getStore()
  if (!found) throw new Error('a command runs in surroundings')
  return found
}
