import type { FlagInput } from './permission-inputs.ts'

/**
 * How a feature flag is decided for one user or API key (docs/adr/013). The first that applies wins:
 *
 * 1. stopped by the operator: off, despite everything below;
 * 2. set for the user;
 * 3. set for the tenant, for all or a share of its users;
 * 4. a preview, in a tenant that chose feature previews (docs/adr/014);
 * 5. set for everyone, or for a share of all users;
 * 6. the default of the catalog.
 *
 * A share is a percentage: on for the users whose place is below it, off for the others.
 */

export interface FlagSetting {
  isEnabled: boolean
  /** From 1 to 99; null for all. Only with `isEnabled`. */
  percentage: number | null
}

/** All settings of a flag that apply to one user of one tenant. */
export interface FlagSettings {
  isStopped: boolean
  everyone: FlagSetting | null
  tenant: FlagSetting | null
  user: boolean | null
  /** The flag shows an unfinished feature, and the tenant chose to see previews. */
  isChosenPreview?: boolean
}

/** Decides a flag. `place`: the user's place from `placeOf`. */
export function evaluateFlag(byDefault: boolean, settings: FlagSettings, place: number): FlagInput {
  if (settings.isStopped) return { value: false, source: 'stopped' }
  if (settings.user !== null) return { value: settings.user, source: 'user' }
  if (settings.tenant) return decided(settings.tenant, 'tenant', place)
  if (settings.isChosenPreview) return { value: true, source: 'preview' }
  if (settings.everyone) return decided(settings.everyone, 'everyone', place)
  return { value: byDefault, source: 'default' }
}

function decided({ isEnabled, percentage }: FlagSetting, source: 'tenant' | 'everyone', place: number): FlagInput {
  if (percentage === null || !isEnabled) return { value: isEnabled, source }
  return { value: place < percentage, source, percentage }
}

/**
 * The place of a user or key, from 0 up to 100: constant, the same in every process, evenly distributed, and different for
 * each flag, so that it isn't always the same people who get new features first. A user included at 10 % is included at 20 %.
 *
 * FNV-1a over the UTF-16 units, mixed by the finalizer of MurmurHash3.
 */
export function placeOf(flagName: string, principalId: string): number {
  const text = `${flagName}/${principalId}`
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000) * 100
}
