/** How the demo tenant's administrator signs in, as the first start wrote it down. */
export interface Credentials {
  url: string
  tenantName: string
  username: string
  password: string
}

export function demoCredentials(): Credentials {
  return JSON.parse(process.env['E2E_CREDENTIALS'] ?? '{}') as Credentials
}
