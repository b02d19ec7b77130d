/** The user and session of a console, from its access token. */
export interface LivePrincipal {
  tenantId: string
  userId: string
  sessionId: string
}

/** Checks of access tokens and sessions for the websocket. */
export interface LiveAuthenticator {
  /** The content of an access token while its session is open; undefined otherwise. */
  verifyAccessToken(token: string): Promise<LivePrincipal | undefined>
  /** Whether the tenant allows its users' calls from an address. */
  isAllowedFrom(tenantId: string, address: string | undefined): Promise<boolean>
}
