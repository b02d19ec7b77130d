/**
 * The secret of a mailed link: from the fragment (`#token=…` or the bare secret), which never appears in a server or
 * proxy log, or from `?token=`.
 */
export function linkToken(hash: string, search: string | undefined): string | undefined {
  const fragment = hash.replace(/^#/, '')
  const named = new URLSearchParams(fragment).get('token')
  return named || (fragment !== '' && !fragment.includes('=') ? fragment : undefined) || search
}
