import type { FederationRefusalCode, FederationStepCode } from '@steward/contract/catalogue/federation-codes'
import type { FederationProtocol } from '@steward/contract/catalogue/identity-providers'
import type { ClaimNames, FederationCheck, FederationClaim, ProviderEndpoints } from '@steward/contract/federation/schemas'

/**
 * What OpenID Connect and SAML have in common, and all that the rest of Steward knows of either. A protocol reads and writes no
 * database: it is given what was stored, and answers what is to be remembered.
 */

/** Where metadata comes from: an address to be fetched (safe-fetch), or the text of a file. */
export type ProviderSource = { kind: 'url'; url: string } | { kind: 'text'; text: string }

/** A certificate by which a provider signs. */
export interface SigningCertificate {
  /** Base64 of the DER, without PEM lines. */
  der: string
  /** SHA-256 of the DER, lower-case hexadecimal. */
  fingerprint: string
  subject: string
  notBefore: Date
  notAfter: Date
}

/** What metadata says, read once and stored. */
export interface ProviderDescription {
  protocol: FederationProtocol
  /** Issuer, or entity id. */
  issuer: string
  endpoints: ProviderEndpoints
  /** SAML; empty for OpenID Connect, whose keys are fetched when needed. */
  certificates: SigningCertificate[]
  /** JSON of the protocol's own, handed back in `ProviderSetup.details`: discovery document, bindings, whether requests are to be signed. */
  details: Record<string, unknown>
}

/** The metadata where it could be read, and what was looked at. A failed check makes it unusable. */
export interface ReadProvider {
  provider: ProviderDescription | undefined
  checks: FederationCheck[]
}

/** A key pair of the tenant as relying party: RSA, for signing and for decrypting. */
export interface RelyingPartyKeyPair {
  keyId: string
  /** PKCS #8, PEM. */
  privateKey: string
  /** X.509, PEM, self-signed. */
  certificate: string
  status: 'next' | 'active' | 'previous'
}

/** Who the tenant is to the provider, and where it is reached. */
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
  /** Where people are sent after a logout at the provider: `<publicUrl>/home/login`. */
  afterLogoutUrl: string
  /** All that are published, the active one first; sign with the active one, decrypt with any, publish all. */
  keys: readonly RelyingPartyKeyPair[]
}

/** A provider as a tenant has set it up. */
export interface ProviderSetup {
  relyingParty: RelyingParty
  protocol: FederationProtocol
  issuer: string
  endpoints: ProviderEndpoints
  /** All that are accepted: those of the metadata, and those kept from earlier metadata. */
  certificates: readonly SigningCertificate[]
  details: Record<string, unknown>
  claimNames: ClaimNames
  clientId: string | null
  /** Null for a client that signs with its key. */
  clientSecret: string | null
}

/** One sign-in on its way. */
export interface Flow {
  /** Random, unguessable, used once: OpenID Connect's `state`, SAML's `RelayState`. */
  flowId: string
  /** What the person typed as email, for the provider's form. */
  loginHint: string | undefined
  /** True for a test: the provider should ask who it is rather than answer silently. */
  isTest: boolean
}

/** How the browser gets to the provider: by an address, or by a form that is posted at once. */
export type Departure = { kind: 'redirect'; url: string } | { kind: 'form'; action: string; fields: Record<string, string> }

/** What a protocol wants back in `complete`, such as nonce and PKCE verifier, or the id of the request. Kept encrypted. */
export type Remembered = Record<string, string>

export interface Begun {
  departure: Departure
  remember: Remembered
  steps: Step[]
}

/** What a browser, or the provider's server, brought to one of our addresses. */
export interface Incoming {
  method: 'GET' | 'POST'
  /** As it was called, below the public address, query included. */
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

/** Who the provider says somebody is. */
export interface FederatedIdentity {
  /** `sub`, or the NameID. Stable where the provider is set up well. */
  subject: string
  /** Undefined where no claim carries it. */
  email: string | undefined
  /** False only where the provider says so. */
  emailIsVerified: boolean
  givenName: string | undefined
  familyName: string | undefined
  /** As the provider names them; undefined where it sent no groups claim at all. */
  groups: string[] | undefined
  /** All that was received, for the test sign-in; no tokens, nonces or hashes. */
  claims: FederationClaim[]
  /** For logout; kept encrypted with the session. */
  providerSession: ProviderSession
}

export interface ProviderSession {
  /** `sid`, or SessionIndex: by which a logout of the provider names the session. */
  sessionId: string | undefined
  /** What a logout that we begin must bring: `idToken`, or `nameId`, `nameIdFormat`, `nameQualifier`, … */
  details: Record<string, string>
}

export type Completion =
  | { kind: 'accepted'; identity: FederatedIdentity; steps: Step[] }
  | { kind: 'refused'; code: FederationRefusalCode; parameters: Record<string, string | number>; steps: Step[] }

/** What a protocol may use besides its setup. */
export interface ProtocolTools {
  now: () => Date
  /** Notes an id that may be seen once only until `until`; false when it was seen before. For assertions and logout tokens. */
  once(id: string, until: Date): Promise<boolean>
}

/** A logout that the provider began: which sessions end, and what is answered. */
export type ProviderLogout =
  /** Ends the sessions of the subject, or the one provider session, then answers. */
  | { kind: 'end'; subject: string | undefined; sessionIds: string[]; answer: LogoutAnswer }
  /** The provider's answer to a logout that we began. */
  | { kind: 'done' }
  | { kind: 'refused'; code: FederationRefusalCode; parameters: Record<string, string | number> }

export type LogoutAnswer = { kind: 'empty' } | { kind: 'depart'; departure: Departure }

/** A protocol. `oidc/` and `saml/` each export one: `createOidc(…)`, `createSaml(…)`. */
export interface Protocol {
  readonly protocol: FederationProtocol
  /** Reads metadata; never throws for what it finds. */
  readProvider(source: ProviderSource, tools: Pick<ProtocolTools, 'now'>): Promise<ReadProvider>
  /**
   * How this server shows who it is at the token endpoint; only of protocols in which it is a client with an id (not SAML).
   * @param details of the description
   */
  authentication?(details: Record<string, unknown>, hasSecret: boolean): 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt'
  /** Whether a text looks like this protocol's metadata. */
  recognises(text: string): boolean
  /** @throws ProtocolRefusal (provider_unreachable) */
  begin(setup: ProviderSetup, flow: Flow, tools: ProtocolTools): Promise<Begun>
  /** The flow that a message belongs to, before anything of it is believed; undefined where it names none. */
  flowIdOf(incoming: Incoming): string | undefined
  /** Validates what came back. Never throws for what it finds in it. */
  complete(setup: ProviderSetup, remembered: Remembered, incoming: Incoming, tools: ProtocolTools): Promise<Completion>
  /** Where a logout that we begin goes; undefined where the provider offers none. */
  logout(setup: ProviderSetup, subject: string, session: ProviderSession, tools: ProtocolTools): Promise<Departure | undefined>
  /** Reads what came to the logout address. */
  readLogout(setup: ProviderSetup, incoming: Incoming, tools: ProtocolTools): Promise<ProviderLogout>
  /** Metadata of the relying party as the provider reads it; undefined where the protocol has none (OpenID Connect). */
  relyingPartyMetadata?(relyingParty: RelyingParty, setup: ProviderSetup | undefined): string
}

/** Thrown where a protocol can go no further before anything came back. */
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
