import { useSyncExternalStore } from 'react'
import type { FlagName } from '@steward/contract/catalog/flags'
import { useCan } from '../session/permissions/permissions.ts'

/**
 * Feature flags by name. The server evaluates them for permissions and OpenFeature together; until the OpenFeature
 * client has been loaded (`openFeature.ts`), the permission of the same name answers.
 */

export type FlagValues = Readonly<Partial<Record<FlagName, boolean>>>

/** Set by the loaded client. */
export interface FlagClient {
  values: FlagValues
  /** Evaluates again. */
  refresh: () => Promise<void>
}

let client: FlagClient | undefined
const listeners = new Set<() => void>()

/** Stores the client's evaluation; undefined when the client is closed. */
export function setFlagClient(given: FlagClient | undefined): void {
  client = given
  for (const listener of listeners) listener()
}

/** Evaluates every flag again if the client has been loaded. */
export async function refreshFlags(): Promise<void> {
  await client?.refresh()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const values = () => client?.values

/** For components that depend on several flags. */
export function useFlags(): (name: FlagName) => boolean {
  const evaluated = useSyncExternalStore(subscribe, values)
  const can = useCan()
  return (name) => evaluated?.[name] ?? can(`FeatureFlags.${name}`)
}

/** Whether a feature is on for the user; renders again when that changes. */
export const useFlag = (name: FlagName): boolean => useFlags()(name)
