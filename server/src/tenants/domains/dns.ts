import { Resolver } from 'node:dns/promises'

/** The result of a lookup of a domain's TXT records. */
export type ProofOutcome = 'found' | 'no_record' | 'other_value' | 'no_answer'

const prefix = 'steward-verification='

/** The record that verifies a domain. */
export const recordOf = (token: string): string => `${prefix}${token}`

/**
 * Looks for the record of a domain, at the domain itself. Queries `servers` instead of the machine's name servers, if there are
 * any.
 */
export async function lookForProof(domain: string, token: string, servers: readonly string[]): Promise<ProofOutcome> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    // Long records come in parts (RFC 7208, section 3.3).
    const records = (await resolver.resolveTxt(domain)).map((parts) => parts.join('').trim())
    if (records.includes(recordOf(token))) return 'found'
    return records.some((record) => record.startsWith(prefix)) ? 'other_value' : 'no_record'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENODATA' || code === 'ENOTFOUND' ? 'no_record' : 'no_answer'
  }
}
