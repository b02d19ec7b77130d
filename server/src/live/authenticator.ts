/** Whose console it is, as its access token says. */
export interface LivePrincipal {
  tenantId: string
  userId: string
  sessionId: string
}

/** What the websocket asks about access tokens and sessions. */
export interface LiveAuthenticator {
  /** What an access token says while its session is open; undefined otherwise. */
  verifyAccessToken(token: string): Promise<LivePrincipal | undefined>
  /** Whether users of the tenant may work from an address. */
  isAllowedFrom(tenantId: string, address: string | undefined): Promise<boolean>
}
