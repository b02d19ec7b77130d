const storageKey = 'steward.tenant'

/** The last tenant that was signed in to in this browser; the login page suggests it. */
export function rememberedTenant(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined
}

export function rememberTenant(tenantName: string): void {
  localStorage.setItem(storageKey, tenantName)
}
