/** Numbers from 0 to 1 that depend on a text alone, so that every demo tenant has the same history. */
export type Random = () => number

export function randomOf(seed: string): Random {
  // FNV-1a for the text, then a counter mixed like the end of MurmurHash3.
  let state = 2_166_136_261
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 16_777_619)
  return () => {
    state = (state + 0x9e_37_79_b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85_eb_ca_6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
  }
}

/** @throws {Error} if there is nothing to choose from */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}

export const between = (random: Random, from: number, to: number): number => from + random() * (to - from)

export const wholeBetween = (random: Random, from: number, to: number): number => Math.floor(between(random, from, to + 1))

/** As often from 1 to 10 as from 10 to 100. */
export const spread = (random: Random, from: number, to: number): number => from * (to / from) ** random()

/** @throws {Error} if there is nothing to choose from */
export function pickByShare<T extends { share: number }>(random: Random, items: readonly T[]): T {
  let rest = random() * items.reduce((total, item) => total + item.share, 0)
  for (const item of items) {
    rest -= item.share
    if (rest < 0) return item
  }
  return pick(random, items)
}
