/** Smaller differences come from the way of the answer, and no text shows them. */
const toleratedMs = 30_000

/** How far the server's clock is ahead of this one's. */
let aheadMs = 0

/** Takes the time of an answer (its `Date` header): clocks of computers are minutes off, some of them hours. */
export function noteServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(ahead)) return
  aheadMs = Math.abs(ahead) < toleratedMs ? 0 : ahead
}

/** The time of the server, in ms: what its moments are compared with. */
export const serverNow = (): number => Date.now() + aheadMs

/** The same in ISO 8601, as the server writes its moments. */
export const serverMoment = (): string => new Date(serverNow()).toISOString()
