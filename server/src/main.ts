import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, loadConfig } from './config.ts'
import { EngineError } from './db/engine-error.ts'
import { MigrationError } from './db/migrator.ts'
import { ensureDemo, signInHint } from './demo/first-start.ts'
import { openProgram } from './program.ts'

/** Starts the server and keeps it until it is told to stop; drains requests, then stops the engine. */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = pino({ level: config.logLevel })
  const program = await openProgram(config, log)
  // Only an installation of its own gets a demo; a database that an operator brought is left as it is.
  const demo = config.databaseUrl ? undefined : await ensureDemo(program.db, config)
  const app = await buildApp({ config, db: program.db, log })
  await app.http.listen({ host: config.host, port: config.port }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    await program.close()
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(`Port ${config.port} is in use. Stop what uses it, or choose another with PORT=… .`)
  })
  await app.startBackground()
  const bound = app.http.server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : config.port
  process.stdout.write(`\nSteward is ready: ${config.publicUrl}/home/\n${demo ? signInHint(demo, config) : ''}\n`)
  log.debug({ port }, 'listening')

  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    app
      .close()
      .then(() => program.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  const isKnown = error instanceof ConfigError || error instanceof EngineError || error instanceof MigrationError
  process.stderr.write(isKnown ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(isKnown ? 2 : 1)
})
