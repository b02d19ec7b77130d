import { useSyncExternalStore } from 'react'
import type { ProblemError } from '@steward/contract/http'
import type { ConfirmationKind } from '@steward/contract/rules/factors'

/** A confirmation of who is there that calls are waiting for; `ConfirmIdentity` asks for it over every page. */
export interface AskedConfirmation {
  kinds: readonly ConfirmationKind[]
  /** Lets the waiting calls go on, or fail. */
  end: (isConfirmed: boolean) => void
}

let asked: AskedConfirmation | undefined
let answer: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function publish(next: AskedConfirmation | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/** The kinds that the server names, as one text. */
const kindsOf = ({ problem }: ProblemError): ConfirmationKind[] =>
  // Kinds that this console does not know are not among those it offers.
  String(problem.parameters['kinds'] ?? '').split(',') as ConfirmationKind[]

/** Asks the person to confirm who they are; once for all calls that wait. False if they did not. */
export function askToConfirm(problem: ProblemError): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => publish({ kinds: kindsOf(problem), end: resolve })).finally(() => {
    answer = undefined
    publish(undefined)
  })
  return answer
}

export function useAskedConfirmation(): AskedConfirmation | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
