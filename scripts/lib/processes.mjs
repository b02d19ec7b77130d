// Child processes that never outlive the command that started them.
import { spawn } from 'node:child_process'

/** @type {Set<number>} process groups that are running now */
const groups = new Set()

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal)
  } catch {
    // It has ended by itself.
  }
}

process.on('exit', () => groups.forEach((group) => signalGroup(group, 'SIGKILL')))

/**
 * Ends every running child when this process is told to end; it then ends with the status a shell expects.
 * @param {() => void} [before]
 */
export function endWithSignals(before = () => {}) {
  for (const [signal, number] of /** @type {const} */ ([
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ])) {
    process.once(signal, () => {
      before()
      groups.forEach((group) => signalGroup(group, 'SIGTERM'))
      const left = setInterval(() => groups.size === 0 && process.exit(128 + number), 50)
      setTimeout(() => (clearInterval(left), process.exit(128 + number)), 5000)
    })
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [show] its output goes to the terminal as it comes; otherwise it is kept and answered
 * @property {number} [timeoutMs] after this it is ended and `timedOut` is true
 */

/**
 * Runs a program to its end, in a process group of its own.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, output: string, stdout: string, timedOut: boolean }>} status 127 where the program is not there
 */
export function run(program, args, { cwd, env = process.env, show = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    const group = child.pid
    if (group) groups.add(group)
    let output = ''
    let stdout = ''
    let timedOut = false
    child.stdout?.setEncoding('utf8').on('data', (text) => ((output += text), (stdout += text)))
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text))
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true
          if (!group) return
          signalGroup(group, 'SIGTERM')
          setTimeout(() => signalGroup(group, 'SIGKILL'), 5000).unref()
        }, timeoutMs)
      : undefined
    /** @param {number} status */
    const done = (status) => {
      clearTimeout(timer)
      // What the program itself left running in its group ends with it.
      if (group) {
        signalGroup(group, 'SIGKILL')
        groups.delete(group)
      }
      resolve({ status, output, stdout, timedOut })
    }
    child.once('error', (error) => {
      output += error.message
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

/** Whether a program of that name is on the PATH. @param {string} name */
export async function has(name) {
  return (await run('sh', ['-c', `command -v "$0"`, name])).status === 0
}
