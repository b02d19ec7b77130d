import type { breakpoints } from '../theme/breakpoints.ts'
import type { RememberedFrame, frameKey } from './frame.ts'
import type { Permissions } from '@steward/contract/access/schemas'
import type { SignedIn } from '@steward/contract/session/schemas'

/**
 * Runs before the first paint and before any module: applies the theme, paints the frame of the page as this browser saw it last,
 * and asks for the session while the console's code loads. It is built as one plain script (`console/build/boot.ts`), so it
 * imports only types.
 */

/** What the console takes over from here. */
export interface EarlyAnswers {
  /** The answer to the implicit sign-in; undefined if it was refused. Taking it removes it. */
  session?: Promise<SignedIn | undefined>
  permissions?: Promise<Permissions | undefined>
}

declare global {
  interface Window {
    stewardEarly?: EarlyAnswers | undefined
    __zod_globalConfig?: { jitless: boolean }
  }
}

// Without this zod tries `new Function`, which the policy forbids.
window.__zod_globalConfig = { jitless: true }

// The youngest of what the console can’t do without (`build.target` in vite.config.ts): without it, code and colors are missing.
if (!CSS.supports('color', 'light-dark(red, red)') || !('popover' in HTMLElement.prototype)) {
  document.getElementById('too-old')?.removeAttribute('hidden')
}

const rememberedAt: typeof frameKey = 'steward.frame'
const root = document.documentElement

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage can be blocked; the system's theme is used then.
    return null
  }
}

const theme = stored('steward.theme')
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
const widescreen: (typeof breakpoints)['widescreen'] = 90
const density = stored('steward.density')
const isCompact = matchMedia(`(width >= ${widescreen}em) and (not (pointer: coarse))`).matches
root.dataset.density = density === 'compact' || density === 'comfortable' ? density : isCompact ? 'compact' : 'comfortable'

/** Then the console asks again, and says what is wrong. */
const earlyMs = 10_000

const isSignedIn = /(?:^|; )steward_signed_in=1(?:;|$)/.test(document.cookie)
const path = location.pathname.replace(/^\/home(?=\/|$)/, '').replace(/\/+$/, '')
if (isSignedIn && !path.startsWith('/login')) {
  loadShell()
  paintFrame(remembered())
  window.stewardEarly = askEarly()
}

/** The chunk of the shell, which the page names. */
function loadShell(): void {
  const href = document.querySelector<HTMLMetaElement>('meta[name="steward-shell"]')?.content
  if (!href) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}

/** The menu of the last visit, in this page's language. */
function remembered(): RememberedFrame | undefined {
  try {
    const frame = JSON.parse(stored(rememberedAt) ?? 'null') as RememberedFrame | null
    return frame?.language === root.lang ? frame : undefined
  } catch {
    return undefined
  }
}

function element(className: string, children: readonly (Node | string)[] = [], tag = 'div'): HTMLElement {
  const made = document.createElement(tag)
  made.className = `painted-${className}`
  made.append(...children)
  return made
}

/** `main.tsx` removes it when the page is there. Assistive technology waits for the page itself. */
function paintFrame(frame: RememberedFrame | undefined): void {
  const groups = frame?.groups ?? []
  const here = groups
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.path !== '' && (path === entry.path || path.startsWith(`${entry.path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0]
  const title = here?.title ?? ''
  const rows = Array.from({ length: 14 }, () => element('row', [element('bar'), element('bar'), element('bar'), element('bar')]))
  const painted = element('frame', [
    element('top', [element('place', [title]), element('button'), element('button'), element('person')]),
    element('main', [
      element('head', [element('title', [title]), element('primary')]),
      element('sentence'),
      element('search'),
      element('table', rows),
    ]),
  ])
  painted.id = 'painted'
  painted.setAttribute('aria-hidden', 'true')
  if (groups.length > 0 || frame === undefined) painted.prepend(paintMenu(groups, here?.path))
  document.body.append(painted)
}

function paintMenu(groups: RememberedFrame['groups'], here: string | undefined): HTMLElement {
  const side = element('side', [element('brand', [element('avatar'), ...(groups.length === 0 ? [document.title] : [])])])
  if (stored('steward.menu') === 'collapsed') side.dataset.collapsed = ''
  for (const { label, entries } of groups) {
    side.append(
      element('group', [
        ...(label === undefined ? [] : [element('label', [label])]),
        ...entries.map(({ path: to, title }) => {
          const entry = element('entry', [element('icon'), element('text', [title], 'span')])
          if (to === here) entry.dataset.current = ''
          return entry
        }),
      ]),
    )
  }
  return side
}

/**
 * Exchanges the cookie for a token unless another tab has one, under the lock of every renewal (`session/token/token.ts`). An
 * answer that is refused or fails is left to the console, which asks again and says what is wrong.
 */
function askEarly(): EarlyAnswers {
  const session = exchange().catch(() => undefined)
  const permissions = session.then((signedIn) => signedIn && readPermissions(signedIn.accessToken)).catch(() => undefined)
  return { session, permissions }
}

async function exchange(): Promise<SignedIn | undefined> {
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name?.startsWith('steward-token-until-'))) return undefined
  return navigator.locks.request('steward-refresh', { ifAvailable: true }, async (lock) => {
    if (lock === null) return undefined
    const response = await fetch('/auth/v1/Login/implicit', {
      method: 'POST',
      headers: { 'accept-language': root.lang },
      signal: AbortSignal.timeout(earlyMs),
    })
    return response.ok ? ((await response.json()) as SignedIn) : undefined
  })
}

async function readPermissions(token: string): Promise<Permissions | undefined> {
  const response = await fetch('/auth/v2/permissions', {
    headers: { authorization: `Bearer ${token}`, 'accept-language': root.lang },
    signal: AbortSignal.timeout(earlyMs),
  })
  return response.ok ? ((await response.json()) as Permissions) : undefined
}
