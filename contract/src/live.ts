/** The websocket at `/sml/websocket`: what console and server say to each other. */

export const livePath = '/sml/websocket'

/** The server closes with this code where the token does not hold. */
export const liveCloseUnauthenticated = 4401
