// Child processes that never outlive the command that started them. Who imports this hands signals on to them.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import './end-with-parent.mjs'

/** @type {Set<number>} process groups that work for us now */
const groups = new Set()

/** @type {Set<import('node:child_process').ChildProcess>} programs that people run through us */
const foreground = new Set()

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
 * A program in the foreground decides itself what a signal means. Otherwise all that works for us is ended, and then this
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
 * Hands signals on to a program in the foreground until it ends.
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
