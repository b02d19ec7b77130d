import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { demoApplications, withDemoAddresses } from './demo/applications.ts'
import { ensureDemo, signInHint } from './demo/first-start.ts'
import { isPlayed, playDemo } from './demo/player/start.ts'
import { exitOf } from './exit.ts'
import { type Program, openProgram } from './program.ts'
import { startTracing } from './tracing/start.ts'
import { traceIds } from './tracing/tracing.ts'

/** With `--await-console`, the parent process builds the console and sends a message when it is built. */
const consoleBuilt = process.argv.includes('--await-console') ? once(process, 'message') : undefined

/** How long the last traces can take without a time to drain. */
const lastTracesMs = 1_000

/** Starts the server and runs it until it is told to stop; drains requests, then stops the engine. */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = pino({ level: config.logLevel, ...(config.tracing ? { mixin: traceIds } : {}) })
  const tracing = await startTracing(config.tracing, log)
  // Listen from here on: a signal during the start stops the server cleanly as soon as it has started.
  const told = Promise.withResolvers<NodeJS.Signals>()
  process.on('SIGTERM', told.resolve)
  process.on('SIGINT', told.resolve)
  const program = await openProgram(config, log, { onEngineLost: endWith })
  try {
    await serve(program, config, log, told.promise)
  } finally {
    await Promise.all([program.close(), tracing?.close(Math.max(lastTracesMs, config.drainMs))])
  }
  process.exit(0)
}

/** Serves requests until `told` resolves with the signal to stop. */
async function serve(program: Program, config: Config, log: Logger, told: Promise<NodeJS.Signals>): Promise<void> {
  // Only the built-in database gets a demo; an operator's own database is left alone.
  const demo = config.databaseUrl ? undefined : await ensureDemo(program.db, config, { log: (message) => log.info(message) })
  if (consoleBuilt && typeof (await Promise.race([consoleBuilt, told])) === 'string') return
  const app = await buildApp(
    demo ? { config: withDemoAddresses(config), db: program.db, log, more: [demoApplications] } : { config, db: program.db, log },
  )
  let stopPlaying: (() => Promise<void>) | undefined
  try {
    await app.http.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      throw new ConfigError(`Port ${config.port} is in use. Stop what uses it, or choose another with PORT=… .`)
    })
    await app.startBackground()
    process.stdout.write(`\nSteward is ready: ${config.publicUrl}/home/\n${demo ? signInHint(demo, config) : ''}\n`)
    if (demo && isPlayed(config)) stopPlaying = playDemo(program.db, app.http.server.address(), log)
    log.info({ signal: await told }, 'stopping')
    app.drain()
    await delay(config.drainMs)
  } finally {
    await stopPlaying?.()
    await app.close()
  }
}

function endWith(error: unknown): void {
  const { status, isExplained } = exitOf(error)
  const text = error instanceof Error ? (isExplained ? error.message : error.stack) : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(status)
}

main().catch(endWith)
