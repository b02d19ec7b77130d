import { pino } from 'pino'
import type { App } from '../app.ts'
import type { CommandContext } from './run.ts'
import { surroundings } from './surroundings.ts'

/** Runs `work` with the app's services, and sends the emails it queued. */
export async function withApp<T>({ config, program }: CommandContext, work: (app: App) => Promise<T>): Promise<T> {
  // Imported here: it is most of the program, and would slow down every other command.
  const { buildApp } = await import('../app.ts')
  const app = await buildApp({ config, db: program.db, log: pino({ level: 'warn' }, surroundings().stderr) })
  try {
    const result = await work(app)
    await app.background.runDue()
    return result
  } finally {
    await app.close()
  }
}
