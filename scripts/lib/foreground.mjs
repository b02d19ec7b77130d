// Runs a program in the foreground on the pinned Node: it shares our terminal, gets each signal once, and sets our exit status.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'
import { at } from './paths.mjs'
import { pinnedNode, runtimeEnv } from './platform.mjs'
import { handSignalsTo } from './processes.mjs'

/**
 * Starts the pinned Node. The child ends itself if this process is killed without passing on a signal.
 * It has its own process group, so that Ctrl+C, which a terminal sends to a whole group, reaches it once, through us.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {{ channel?: boolean }} [options] with a channel, `send` reaches the child
 */
export function startPinned(args, env = {}, { channel = false } = {}) {
  const watch = ['--import', pathToFileURL(at('scripts', 'lib', 'end-with-parent.mjs')).href]
  const child = spawn(pinnedNode(), [...watch, ...args], {
    stdio: channel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    detached: true,
    env: runtimeEnv({ ...env, STEWARD_PARENT_PID: String(process.pid) }),
  })
  handSignalsTo(child)
  return child
}

/**
 * The exit status of a child, as a shell would report it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function statusOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export const runPinned = (args, env) => statusOf(startPinned(args, env))
