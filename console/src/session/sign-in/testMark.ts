/** Marks that this tab has gone to the provider for a test, so that a refusal leads back to the page where it started. */
const storageKey = 'steward.sso-test'

export function noteTest(): void {
  sessionStorage.setItem(storageKey, 'true')
}

/** Whether the answer that has just arrived belongs to a test of this tab; true only once. */
export function takeTestMark(): boolean {
  const was = sessionStorage.getItem(storageKey) !== null
  sessionStorage.removeItem(storageKey)
  return was
}
