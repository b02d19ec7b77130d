import { useSyncExternalStore } from 'react'
import type { SessionUser } from '@steward/contract/session/schemas'

/** Specification 1, section 3. */
export interface AuthState {
  /** The tenant's display name, or its name if it has none. */
  company: string
  identityProvider: string | null
  isAuthenticated: boolean
  isFederated: boolean
  user: SessionUser | null
}

const signedOut: AuthState = { company: '', identityProvider: null, isAuthenticated: false, isFederated: false, user: null }

let state = signedOut
const listeners = new Set<() => void>()

export const authState = () => state

export function setUser(user: SessionUser | null): void {
  state =
    user === null
      ? signedOut
      : { company: user.company, identityProvider: user.identityProvider, isAuthenticated: true, isFederated: user.isFederated, user }
  for (const listener of listeners) listener()
}

export function useAuth(): AuthState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** The signed-in user, on pages that only a signed-in user sees. */
export function useUser(): SessionUser {
  const { user } = useAuth()
  if (user === null) throw new Error('useUser outside a signed-in page')
  return user
}
