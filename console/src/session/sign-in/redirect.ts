const base = '/home'

/**
 * Where a sign-in may lead: a path of this console, with its search and hash, as the router writes it (without the base
 * path). Anything else, other origins and the sign-in pages among them, is undefined: a redirect elsewhere would serve
 * phishing.
 */
export function safeRedirect(given: string | undefined): string | undefined {
  if (given === undefined || !given.startsWith('/')) return undefined
  const origin = location.origin
  const url = URL.parse(given, origin)
  if (url === null || url.origin !== origin) return undefined
  const path = url.pathname === base || url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname
  // `//` would be another host again once it is resolved.
  if (/^\/[/\\]/.test(path) || path === '/login' || path.startsWith('/login/') || path === '/change-password') return undefined
  // The overlay that led to signing in again is done with.
  const hash = url.hash === '#change-password' ? '' : url.hash
  return `${path === '' ? '/' : path}${url.search}${hash}`
}
