import { readFileSync, readdirSync } from 'node:fs'

/** Ticks of /proc in a second; the same on all Linux machines of today. */
const ticks = 100

/** The CPU time of processes, in seconds; only on Linux. One that has ended counts nothing. */
export const cpuSeconds = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / ticks

/** The CPU time of a process and its children, also of those that have ended, in seconds; only on Linux. */
export function familySeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => fieldsOf(name)?.[1] === String(pid))
  const [, ended] = timesOf(fieldsOf(pid))
  return [pid, ...children].reduce<number>((sum, one) => sum + timesOf(fieldsOf(one))[0], ended) / ticks
}

const ticksOf = (pid: number): number => timesOf(fieldsOf(pid))[0]

/** Of a process, and of its children that have ended. */
const timesOf = (fields: string[] = []): [own: number, ended: number] => {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return [user + system, endedUser + endedSystem]
}

/** From the state of a process on; undefined if it has ended. */
function fieldsOf(pid: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, which comes before, can have spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
