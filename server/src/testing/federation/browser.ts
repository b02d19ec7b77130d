/** A minimal browser for tests: follows redirects, keeps cookies, and submits the forms it gets. */

export interface Visit {
  /** The last redirect target, not requested. */
  url: URL
  /** The fields to post there; undefined for a redirect. */
  form: Record<string, string> | undefined
}

const mostRedirects = 20

/**
 * Opens a provider's URL, fills in its login form, and stops at the first URL outside the provider: the callback.
 * @param fields values for the form, such as `{ login, password }`
 */
export async function visitProvider(location: string, fields: Record<string, string>, cookies = new Map<string, string>()): Promise<Visit> {
  const { origin } = new URL(location)
  let url = new URL(location)
  let body: URLSearchParams | undefined
  for (let step = 0; step < mostRedirects; step++) {
    if (url.origin !== origin) return { url, form: body && Object.fromEntries(body) }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, accept: 'text/html', ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) }
    const answer = await fetch(url, { method: body ? 'POST' : 'GET', body, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = answer.headers.get('location')
    if (next !== null) {
      url = new URL(next, url)
      body = undefined
      continue
    }
    const page = await answer.text()
    const form = readForm(page)
    if (!form) throw new Error(`${url.origin}${url.pathname} answered ${answer.status} without a form: ${page.slice(0, 500)}`)
    url = new URL(form.action, url)
    // The form's input is for the provider only.
    body = new URLSearchParams(url.origin === origin ? { ...form.hidden, ...fields } : form.hidden)
  }
  throw new Error('the provider redirects without end')
}

function readForm(html: string): { action: string; hidden: Record<string, string> } | undefined {
  const form = /<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/i.exec(html)
  if (!form) return undefined
  const [, action = '', inside = ''] = form
  const inputs = [...inside.matchAll(/<input[^>]*type="hidden"[^>]*>/gi)].map(([input]) => input)
  const attribute = (input: string, name: string) => unescapeHtml(new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '')
  return {
    action: unescapeHtml(action),
    hidden: Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')])),
  }
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" }
const unescapeHtml = (text: string): string => text.replace(/&([#\w]+);/g, (all, name: string) => characters[name] ?? all)
