/** The built-in database cannot be started; the message is a sentence that says what to do. */
export class EngineError extends Error {
  override name = 'EngineError'
}
