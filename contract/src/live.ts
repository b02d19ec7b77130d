/** The messages between console and server on the websocket at `/sml/websocket`. */

export const livePath = '/sml/websocket'

/** The server closes the connection with this code if the token is not valid. */
export const liveCloseUnauthenticated = 4401
