import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The process of the engine of a data directory. */
export function enginePid({ dataDir }: { dataDir: string }): number {
  const { location } = JSON.parse(readFileSync(path.join(dataDir, 'engine.json'), 'utf8')) as { location: string }
  return Number(readFileSync(path.join(location, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** The engine and every process that it started; only on Linux. */
function engineProcesses(server: { dataDir: string }): number[] {
  const engine = enginePid(server)
  const started = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === engine)
  return [engine, ...started.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, which comes before, can have spaces.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** Stops an engine with everything it started, so that it neither answers nor ends. Returns the function that lets it go on. */
export function stopEngine(server: { dataDir: string }): () => void {
  const processes = engineProcesses(server)
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of processes) {
      try {
        process.kill(pid, 'SIGCONT')
      } catch {
        // it has ended
      }
    }
  }
}
