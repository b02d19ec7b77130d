import { getGuidance } from '@steward/contract/help/guidance'
import type { Guidance } from '@steward/contract/help/guidance-schemas'
import { api } from '../../api/client.ts'

type Script = NonNullable<Guidance['script']>

/** The user the script was loaded for on this page. */
let loadedFor: string | undefined

/**
 * Loads the guidance script that the operator configured, once per page (specification 1, sections 1, 4 and 9). It reads the hash
 * of the user id and the license code from its own element: `document.currentScript.dataset`. Failures are logged
 * for developers and not shown to users.
 */
export async function loadGuidance(userId: string): Promise<void> {
  // A script can't be unloaded, so reload the page for the next user, who has another id or doesn't get the script.
  if (loadedFor !== undefined && loadedFor !== userId) location.reload()
  if (loadedFor !== undefined) return
  try {
    const { script } = await api(getGuidance, {})
    if (script === null) return
    loadedFor = userId
    insert(script)
  } catch (error) {
    note(error)
  }
}

function insert({ url, userIdHash, licenseCode }: Script): void {
  const element = document.createElement('script')
  element.async = true
  element.dataset.userIdHash = userIdHash
  element.dataset.licenseCode = licenseCode
  element.addEventListener('error', () => note(`${url} could not be loaded`))
  element.src = trusted(url)
  document.head.append(element)
}

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string }
}

/** Under Trusted Types (https://www.w3.org/TR/trusted-types/), which our CSP requires, only a policy can set a script URL. */
function trusted(url: string): string {
  // Not in every browser, and not in TypeScript's DOM types.
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('steward-guidance', { createScriptURL: (given) => given })
  return policy ? policy.createScriptURL(url) : url
}

function note(what: unknown): void {
  // The browser's console is the only place to report this.
  // oxlint-disable-next-line eslint/no-console
  console.warn('Guidance:', what)
}
