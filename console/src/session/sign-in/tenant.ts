const storageKey = 'steward.tenant'

/** The tenant that last signed in in this browser; the login page asks for it first. */
export function rememberedTenant(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined
}

export function rememberTenant(tenantName: string): void {
  localStorage.setItem(storageKey, tenantName)
}
