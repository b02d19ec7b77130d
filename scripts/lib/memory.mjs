/**
 * Limits of the server's memory. Without them V8 sizes the heap by the machine: up to 96 MiB of new objects before it looks for garbage,
 * and 4 GiB in all. With 8 MiB of them, a list takes a tenth more of a processor (docs/adr/073). What NODE_OPTIONS says goes first.
 */
const limits = { 'max-semi-space-size': 16, 'max-old-space-size': 1024 }

/** The flags of Node for a server process. */
export const memoryFlags = (given = process.env.NODE_OPTIONS ?? '') =>
  Object.entries(limits).flatMap(([name, mebibytes]) =>
    given.replaceAll('_', '-').includes(`--${name}`) ? [] : [`--${name}=${mebibytes}`],
  )
