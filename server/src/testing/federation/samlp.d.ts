/** The parts of `samlp` that the test provider uses; the package has no types. */
declare module 'samlp' {
  export interface Request {
    method: string
    url: string
    originalUrl: string
    protocol: string
    headers: Record<string, string | string[] | undefined>
    query: Record<string, string>
    body: Record<string, string>
    session: Record<string, unknown>
  }
  export interface Response {
    set(name: string, value: string): void
    send(content: string | number, message?: unknown): void
    redirect(url: string): void
  }
  export type Next = (error?: unknown) => void
  type Handler = (request: Request, response: Response, next: Next) => void

  /** The return value of `profileMapper`. */
  export interface ProfileMapper {
    getClaims(): Record<string, string | string[] | undefined>
    getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string }
  }
  export interface AuthOptions {
    issuer: string
    cert: string
    key: string
    audience?: string
    destination?: string
    recipient?: string
    sessionIndex?: string
    lifetimeInSeconds?: number
    signResponse?: boolean
    signAssertion?: boolean
    signingCert?: string
    encryptionCert?: string
    encryptionPublicKey?: string
    encryptionAlgorithm?: string
    disallowEncryptionWithInsecureAlgorithm?: boolean
    warnOnInsecureEncryptionAlgorithm?: boolean
    signatureAlgorithm?: 'rsa-sha256' | 'rsa-sha1'
    digestAlgorithm?: 'sha256' | 'sha1'
    inResponseTo?: string
    RelayState?: string
    profileMapper(user: unknown): ProfileMapper
    getUserFromRequest(request: Request): unknown
    getPostURL(audience: string, dom: unknown, request: Request, callback: (error: Error | null, url?: string) => void): void
  }
  export interface SessionParticipant {
    serviceProviderId: string
    serviceProviderLogoutURL: string
    nameId: string
    nameIdFormat?: string
    sessionIndex: string
    binding?: string
    cert?: string
  }
  export interface LogoutOptions {
    issuer: string
    cert: string
    key: string
    deflate: boolean
    protocolBinding: string
    sessionParticipants: unknown
    clearIdPSession(done: () => void): void
  }
  const samlp: {
    auth(options: AuthOptions): Handler
    logout(options: LogoutOptions): Handler
    metadata(options: {
      issuer: string
      cert: string
      redirectEndpointPath: string
      postEndpointPath: string
      logoutEndpointPaths: { redirect?: string; post?: string }
    }): Handler
    parseRequest(
      request: Request,
      options: { signingCert?: string | undefined },
      callback: (
        error: unknown,
        data?: { issuer?: string; assertionConsumerServiceURL?: string; id?: string; forceAuthn?: string },
      ) => void,
    ): void
  }
  export default samlp
}

declare module 'samlp/lib/sessionParticipants/index.js' {
  import type { SessionParticipant } from 'samlp'
  const SessionParticipants: new (sessions: SessionParticipant[]) => object
  export default SessionParticipants
}
