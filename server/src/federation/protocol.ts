import type { FederationRefusalCode, FederationStepCode } from '@steward/contract/catalog/federation-codes'
import type { FederationProtocol } from '@steward/contract/catalog/identity-providers'
import type {
  ClaimNames,
  FederationCheck,
  FederationClaim,
  ProviderEndpoints,
  assertionAudiences,
} from '@steward/contract/federation/schemas'
import type { ProviderAuthentication } from '@steward/contract/rules/provider-factor'
import type { FetchSafely } from '../outgoing/safe-fetch.ts'
import type { NameParts } from './full-name.ts'

/**
 * The common interface of OpenID Connect and SAML; the rest of Steward knows nothing else of either. A protocol does not access
 * the database: it gets the stored setup, and returns what to store.
 */

/** The source of metadata: a URL to fetch (safe-fetch), or the text of a file. */
export type ProviderSource = { kind: 'url'; url: string } | { kind: 'text'; text: string }

/** A certificate that a provider signs with. */
export interface SigningCertificate {
  /** Base64 of the DER, without PEM lines. */
  der: string
  /** SHA-256 of the DER, lower-case hexadecimal. */
  fingerprint: string
  subject: string
  notBefore: Date
  notAfter: Date
}

/** A provider's metadata, parsed once and stored. */
export interface ProviderDescription {
  protocol: FederationProtocol
  /** Issuer, or entity id. */
  issuer: string
  endpoints: ProviderEndpoints
  /** SAML; empty for OpenID Connect, whose keys are fetched when needed. */
  certificates: SigningCertificate[]
  /** Protocol-specific JSON, returned in `ProviderSetup.details`: discovery document, bindings, whether requests must be signed. */
  details: Record<string, unknown>
}

/** The metadata, if readable, and the checks made. A failed check makes it unusable. */
export interface ReadProvider {
  provider: ProviderDescription | undefined
  checks: FederationCheck[]
}

/** A key pair of the tenant as relying party: RSA, for signing and decrypting. */
export interface RelyingPartyKeyPair {
  keyId: string
  /** PKCS #8, PEM. */
  privateKey: string
  /** X.509, PEM, self-signed. */
  certificate: string
  status: 'next' | 'active' | 'previous'
}

/** The tenant as the provider knows it, with its URLs. */
export interface RelyingParty {
  tenantName: string
  displayName: string
  /** `<publicUrl>/auth/federation/<tenantName>`: SAML entity id. */
  identifierUri: string
  /** `…/callback` for OpenID Connect, `…/acs` for SAML. */
  responseUrl: string
  metadataUrl: string
  jwksUrl: string
  logoutUrl: string
  /** The redirect after a logout at the provider: `<publicUrl>/home/login`. */
  afterLogoutUrl: string
  /** All published keys, the active one first; sign with the active one, decrypt with any, publish all. */
  keys: readonly RelyingPartyKeyPair[]
}

/** A provider as configured by a tenant. */
export interface ProviderSetup {
  relyingParty: RelyingParty
  protocol: FederationProtocol
  issuer: string
  endpoints: ProviderEndpoints
  /** All accepted certificates: those in the metadata, and those kept from earlier metadata. */
  certificates: readonly SigningCertificate[]
  details: Record<string, unknown>
  claimNames: ClaimNames
  clientId: string | null
  /** Null for a client that authenticates with its key. */
  clientSecret: string | null
  /** What the assertion of such a client names as its audience. */
  assertionAudience: AssertionAudience
  /** SAML: the signature of the whole response is enough. */
  acceptsResponseSignature: boolean
  /** SAML: a persistent NameID is asked for, if the provider supports it. */
  asksPersistentNameId: boolean
}

/** A pending sign-in. */
export interface Flow {
  /** Random, unguessable, used once: OpenID Connect's `state`, SAML's `RelayState`. */
  flowId: string
  /** The email that the user typed, to prefill the provider's form. */
  loginHint: string | undefined
  /** True for a test: the provider should ask the user instead of signing in silently. */
  isTest: boolean
}

/** How the browser gets to the provider: a redirect, or a form that submits automatically. */
export type Departure = { kind: 'redirect'; url: string } | { kind: 'form'; action: string; fields: Record<string, string> }

/** Protocol state for `complete`, such as nonce and PKCE verifier, or the request id. Stored encrypted. */
export type Remembered = Record<string, string>

export interface Begun {
  departure: Departure
  remember: Remembered
  steps: Step[]
}

/** A request to one of our endpoints, from a browser or the provider's server. */
export interface Incoming {
  method: 'GET' | 'POST'
  /** The URL as called, relative to the public URL, including the query. */
  url: URL
  /** Fields of a posted form; empty for GET. */
  form: Readonly<Record<string, string>>
}

export interface Step {
  code: FederationStepCode
  outcome: 'passed' | 'warning' | 'failed'
  /** ISO 8601. */
  at: string
  /** Never a token, a code, an assertion or a secret. */
  details: Record<string, string | number | boolean>
}

/** A user's identity as asserted by the provider. */
export interface FederatedIdentity {
  /** `sub`, the NameID, or the attribute that the administrator chose. Stable if the provider is configured well. */
  subject: string
  /** Whom a logout from the provider names: `sub` or the NameID; undefined if only the session identifies the user. */
  logoutSubject: string | undefined
  /** Undefined if no claim contains it. */
  email: string | undefined
  /** False only if the provider says so. */
  emailIsVerified: boolean
  givenName: string | undefined
  familyName: string | undefined
  nameFrom: NameParts['nameFrom']
  /** By the provider's names; undefined if it sent no groups claim at all. */
  groups: string[] | undefined
  /** How the user signed in there, as the provider says in what it signed. */
  authentication: ProviderAuthentication
  /** All claims received, for the test sign-in; no tokens, nonces or hashes. */
  claims: FederationClaim[]
  /** For logout; stored encrypted with the session. */
  providerSession: ProviderSession
}

export interface ProviderSession {
  /** `sid` or SessionIndex, which identifies the session in a logout from the provider. */
  sessionId: string | undefined
  /** Values for a logout that we start: `idToken`, or `nameId`, `nameIdFormat`, `nameQualifier`, … */
  details: Record<string, string>
}

export type AssertionAudience = (typeof assertionAudiences)[number]

export type Completion =
  | {
      kind: 'accepted'
      identity: FederatedIdentity
      steps: Step[]
      /** Set if a test found that the provider expects another audience than the setup says. */
      assertionAudience?: AssertionAudience
    }
  | {
      kind: 'refused'
      code: FederationRefusalCode
      parameters: Record<string, string | number>
      steps: Step[]
      /** What a message with a valid signature said. */
      claims?: FederationClaim[] | undefined
    }

/** Tools for a protocol besides its setup. */
export interface ProtocolTools {
  now: () => Date
  /** Reaches what the tenant is allowed to. */
  fetch: FetchSafely
  /** Records a one-time id until `until`; false if it was already recorded. For assertions and logout tokens. */
  once(id: string, until: Date): Promise<boolean>
}

/** A logout started by the provider: the sessions to end, and the response. */
export type ProviderLogout =
  /** Ends all sessions of the subject, or one provider session, then responds. */
  | { kind: 'end'; subject: string | undefined; sessionIds: string[]; answer: LogoutAnswer }
  /** The provider's response to a logout that we started. */
  | { kind: 'done' }
  | { kind: 'refused'; code: FederationRefusalCode; parameters: Record<string, string | number>; steps: Step[] }

export type LogoutAnswer = { kind: 'empty' } | { kind: 'depart'; departure: Departure }

export interface ReadingTools extends Pick<ProtocolTools, 'fetch' | 'now'> {
  /** Whether this client would authenticate with a secret or with its key. */
  clientBy?: 'secret' | 'key' | undefined
}

/** A protocol. `oidc/` and `saml/` each export one: `createOidc(…)`, `createSaml(…)`. */
export interface Protocol {
  readonly protocol: FederationProtocol
  /** Reads metadata; never throws for invalid metadata. */
  readProvider(source: ProviderSource, tools: ReadingTools): Promise<ReadProvider>
  /**
   * How this server authenticates to the token endpoint; only for protocols with a client id (not SAML).
   * @param details of the description
   */
  authentication?(details: Record<string, unknown>, hasSecret: boolean): 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt'
  /** Whether a text looks like this protocol's metadata. */
  recognizes(text: string): boolean
  /** @throws ProtocolRefusal (provider_unreachable) */
  begin(setup: ProviderSetup, flow: Flow, tools: ProtocolTools): Promise<Begun>
  /** The flow that a message refers to, read before the message is trusted; undefined if it names none. */
  flowIdOf(incoming: Incoming): string | undefined
  /** Validates a response. Never throws for an invalid one. */
  complete(setup: ProviderSetup, remembered: Remembered, incoming: Incoming, tools: ProtocolTools): Promise<Completion>
  /** The request that starts a logout; undefined if the provider does not support it. */
  logout(setup: ProviderSetup, subject: string, session: ProviderSession, tools: ProtocolTools): Promise<Departure | undefined>
  /** Reads a request to the logout URL. */
  readLogout(setup: ProviderSetup, incoming: Incoming, tools: ProtocolTools): Promise<ProviderLogout>
  /** The relying party's metadata for the provider; undefined if the protocol has none (OpenID Connect). */
  relyingPartyMetadata?(relyingParty: RelyingParty, setup: ProviderSetup | undefined): string
}

/** Thrown when a protocol cannot continue before a response has arrived. */
export class ProtocolRefusal extends Error {
  readonly code: FederationRefusalCode
  readonly parameters: Record<string, string | number>
  constructor(code: FederationRefusalCode, parameters: Record<string, string | number> = {}) {
    super(code)
    this.name = 'ProtocolRefusal'
    this.code = code
    this.parameters = parameters
  }
}

/** A trace of steps, each with its time. */
export function createSteps(now: () => Date): {
  steps: Step[]
  note(code: FederationStepCode, outcome: Step['outcome'], details?: Step['details']): void
} {
  const steps: Step[] = []
  return {
    steps,
    note(code, outcome, details = {}) {
      steps.push({ code, outcome, at: now().toISOString(), details })
    },
  }
}
