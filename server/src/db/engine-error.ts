/** The built-in database can't be started; the message says what to do. */
export class EngineError extends Error {
  override name = 'EngineError'
}
