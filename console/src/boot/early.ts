import type { EarlyAnswers } from './boot.ts'

/** An answer that was asked for before the console's code was there; undefined without one. Each is taken once. */
export async function takeEarly<K extends keyof EarlyAnswers>(kind: K): Promise<Awaited<EarlyAnswers[K]> | undefined> {
  const early = window.stewardEarly
  const answer = early?.[kind]
  delete early?.[kind]
  return await answer
}
