// Child processes that never outlive the command that started them. Importing this forwards signals to them.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import './end-with-parent.mjs'

/** @type {Set<number>} process groups of background work */
const groups = new Set()

/** @type {Set<import('node:child_process').ChildProcess>} programs that people run through us */
const foreground = new Set()

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal)
  } catch {
    // It has already exited.
  }
}

process.on('exit', () => groups.forEach((group) => signalGroup(group, 'SIGKILL')))

/**
 * A program in the foreground handles signals itself. Otherwise, this ends all background work and then this
 * process, with the status a shell expects.
 * @param {NodeJS.Signals} signal
 */
function onSignal(signal) {
  if (foreground.size > 0) {
    for (const child of foreground) child.kill(signal)
    return
  }
  const exit = () => process.exit(128 + constants.signals[signal])
  groups.forEach((group) => signalGroup(group, 'SIGTERM'))
  setInterval(() => groups.size === 0 && exit(), 50)
  setTimeout(exit, 5000)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, onSignal)

/**
 * Forwards signals to a program in the foreground until it exits.
 * @param {import('node:child_process').ChildProcess} child
 */
export function handSignalsTo(child) {
  foreground.add(child)
  child.once('close', () => foreground.delete(child))
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [show] streams the output to the terminal; otherwise it is collected and returned
 * @property {number} [timeoutMs] after this the program is killed and `timedOut` is true
 */

/**
 * Runs a program in its own process group and waits for it.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, output: string, stdout: string, timedOut: boolean }>} status 127 if the program doesn't exist
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
      // End everything that the program left running in its group.
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

/** Whether a program with that name is on the PATH. @param {string} name */
export async function has(name) {
  return (await run('sh', ['-c', `command -v "$0"`, name])).status === 0
}
