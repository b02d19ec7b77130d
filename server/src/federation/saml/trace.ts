import type { FederationRefusalCode, FederationStepCode } from '@steward/contract/catalog/federation-codes'
import type { FederationClaim } from '@steward/contract/federation/schemas'
import { ProtocolRefusal, type Step, createSteps } from '../protocol.ts'
import type { SignatureVerdict } from './signature.ts'

type Details = Step['details']

/** The steps of one sign-in; a step that fails ends it. */
export interface Trace {
  steps: Step[]
  /** The attributes of the assertion, once its signature was found valid. */
  claims?: FederationClaim[]
  pass(step: FederationStepCode, details?: Details): void
  warn(step: FederationStepCode, details?: Details): void
  /** @throws ProtocolRefusal */
  fail(step: FederationStepCode, code: FederationRefusalCode, parameters?: Record<string, string | number>): never
}

/** Longer values are truncated. */
const shorten = (parameters: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 500) : value] as const),
  )

export function createTrace(now: () => Date): Trace {
  const { steps, note } = createSteps(now)
  return {
    steps,
    pass: (step, details) => note(step, 'passed', details),
    warn: (step, details) => note(step, 'warning', details),
    fail(step, code, parameters = {}) {
      note(step, 'failed', shorten(parameters))
      throw new ProtocolRefusal(code, shorten(parameters))
    },
  }
}

/**
 * Ends the sign-in because of an invalid signature.
 * @param part `response`, `assertion`, …
 * @param whyMissing a reason that helps the administrator
 */
export function failSignature(
  trace: Trace,
  verdict: Exclude<SignatureVerdict, { kind: 'valid' }>,
  part: string,
  whyMissing?: 'response_only',
): never {
  if (verdict.kind === 'missing') {
    return trace.fail('signature', 'signature_missing', { part, ...(whyMissing === undefined ? {} : { reason: whyMissing }) })
  }
  if (verdict.kind === 'algorithm') return trace.fail('signature', 'algorithm_refused', { part, algorithm: verdict.algorithm })
  return trace.fail('signature', 'signature_invalid', { part, reason: verdict.reason })
}
