/** One digit: there are fewer than 36 workers. */
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0).toString(36)
let count = 0

/** A unique name from the worker, a counter and the time. */
export const unique = (name: string): string => `${name}${worker}${(++count).toString(36)}${Date.now().toString(36).slice(-5)}`
