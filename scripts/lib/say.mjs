// Output of the commands. Progress goes to stderr, so that stdout has only a command's result.

const started = Date.now()

/** Prints a line of progress, with the seconds since the command started. @param {string} text */
export function say(text) {
  process.stderr.write(`[${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s] ${text}\n`)
}

/** A failure that people can fix: its message is shown without a stack. */
export class Refusal extends Error {}

/**
 * Runs a command's main function. A failure prints a message on stderr and sets exit status 1.
 * @param {() => Promise<number | void>} main returns the exit status, 0 by default
 */
export async function command(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(error instanceof Refusal ? `\n${error.message}\n` : `\n${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}

/**
 * Prints every five seconds that the work is still running, until it ends.
 * @template T
 * @param {string} text
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(text, work) {
  const began = Date.now()
  const beat = setInterval(() => say(`${text} … ${Math.round((Date.now() - began) / 1000)} s`), 5000)
  try {
    return await work
  } finally {
    clearInterval(beat)
  }
}
