// What the commands tell people. Progress goes to stderr, so that a command's answer on stdout stays clean.

const started = Date.now()

/** One line of progress, with the seconds since the command began. @param {string} text */
export function say(text) {
  process.stderr.write(`[${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s] ${text}\n`)
}

/** A failure that people can do something about: its message is the sentence they are shown, without a stack. */
export class Refusal extends Error {}

/**
 * Runs a command's main function; a failure becomes a sentence on stderr and exit status 1.
 * @param {() => Promise<number | void>} main answers the exit status, 0 unless told
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
 * Says that something long is still going on, every five seconds until the work ends.
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
