/** An address leads to what can't serve, or two don't fit together; the message says what to do. Starting again would not help. */
export class AddressError extends Error {
  override name = 'AddressError'
}

/** Nothing serves at an address now; the message says what was tried. Starting again can help. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}
