/** A reading of the archive; `at` in ms since 1970. */
export interface ArchiveReading {
  at: number
  bytes: number
}

/**
 * The readings in the order of time, without those between two others of a rise or a fall: for any limit, what is left
 * crosses it as often as all of them.
 */
export function turningPoints(readings: readonly ArchiveReading[]): ArchiveReading[] {
  const turns: ArchiveReading[] = []
  for (const reading of readings.toSorted((a, b) => a.at - b.at)) {
    const [before, last] = turns.slice(-2)
    if (before && last && (last.bytes - before.bytes) * (reading.bytes - last.bytes) >= 0) turns.pop()
    turns.push(reading)
  }
  return turns
}
