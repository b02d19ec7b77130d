const base = '/home'

/**
 * A safe target after sign-in: a path of this console, with its search and hash, as the router writes it (without the base
 * path). Anything else, including other origins and the sign-in pages, is undefined: redirecting elsewhere would enable
 * phishing.
 */
export function safeRedirect(given: string | undefined): string | undefined {
  if (given === undefined || !given.startsWith('/')) return undefined
  const origin = location.origin
  // `URL.parse` is younger than some browsers that the build is for.
  const url = URL.canParse(given, origin) ? new URL(given, origin) : undefined
  if (url?.origin !== origin) return undefined
  const path = url.pathname === base || url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname
  // Once resolved, `//` would be another host again.
  if (/^\/[/\\]/.test(path) || path === '/login' || path.startsWith('/login/') || path === '/change-password') return undefined
  // The overlay that caused the new sign-in is finished.
  const hash = url.hash === '#change-password' ? '' : url.hash
  return `${path === '' ? '/' : path}${url.search}${hash}`
}
