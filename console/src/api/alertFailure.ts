import { GivenUpError } from './retry.ts'
import { problemMessage } from './problem.ts'
import { alerts } from './alerts.ts'

/**
 * The generic alert of a failed action (specification 1, section 8): the server's message below status 500, else the action's
 * default message. A canceled action shows no alert.
 */
export function alertFailure(error: unknown, fallback: string): void {
  if (!(error instanceof GivenUpError)) alerts.danger(problemMessage(error, fallback))
}
