import { getGuidance } from '@steward/contract/help/guidance'
import type { Guidance } from '@steward/contract/help/guidance-schemas'
import { api } from '../../api/client.ts'

type Script = NonNullable<Guidance['script']>

/** For whom the script was loaded on this page. */
let loadedFor: string | undefined

/**
 * Loads the guidance script that the operator configured, once a page (specification 1, sections 1, 4 and 9). It finds the hash of
 * the user id and the licence code on its own element: `document.currentScript.dataset`. Whatever goes wrong is noted
 * for developers and seen by nobody else.
 */
export async function loadGuidance(userId: string): Promise<void> {
  // A script cannot be unloaded: the next user, who is somebody else to it or skips it, gets a page of their own.
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

function insert({ url, userIdHash, licenceCode }: Script): void {
  const element = document.createElement('script')
  element.async = true
  element.dataset.userIdHash = userIdHash
  element.dataset.licenceCode = licenceCode
  element.addEventListener('error', () => note(`${url} could not be loaded`))
  element.src = trusted(url)
  document.head.append(element)
}

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string }
}

/** Under Trusted Types (https://www.w3.org/TR/trusted-types/), which our CSP requires, only a policy may name a script. */
function trusted(url: string): string {
  // Not in every browser, and in no version of the library of types.
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('steward-guidance', { createScriptURL: (given) => given })
  return policy ? policy.createScriptURL(url) : url
}

function note(what: unknown): void {
  // The one place where there is nobody else to tell.
  // oxlint-disable-next-line eslint/no-console
  console.warn('Guidance:', what)
}
