// Starts the API reader in the console's colors. On request it puts the reader's own access token into the examples.

const button = document.querySelector('.own-token')
const state = document.querySelector('.state')
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/** The theme chosen in the console, or the system's. */
function isDark() {
  let chosen
  try {
    chosen = localStorage.getItem('steward.theme')
  } catch {
    // Storage is off.
  }
  return chosen === 'dark' || (chosen !== 'light' && systemIsDark.matches)
}

/** The reader's editor inserts styles without the nonce that the page's policy asks for. */
const { nonce } = document.querySelector('meta[property=csp-nonce]')
const createElement = document.createElement.bind(document)
document.createElement = (name, options) => {
  const element = createElement(name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}

let token = ''
const configuration = () => ({
  url: '/api/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  forceDarkModeState: isDark() ? 'dark' : 'light',
  hideDarkModeToggle: true,
  hideClientButton: true,
  documentDownloadType: 'none',
  showDeveloperTools: 'never',
  defaultOpenFirstTag: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'bearer', securitySchemes: { bearer: { token } } },
  metaData: { title: 'API reference · Steward' },
})

function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
}

/** An access token of the session, as the console gets one. */
async function ownToken() {
  const answer = await fetch('/auth/v1/Login/implicit', { method: 'POST' })
  if (!answer.ok) throw new Error('no session')
  return await answer.json()
}

/** Examples that scroll can be reached by keyboard, and cards of the same name are no landmarks. */
function mend(reader) {
  for (const code of reader.querySelectorAll('code.custom-scroll')) {
    const scrolls = code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight
    if (scrolls) code.tabIndex = 0
    else code.removeAttribute('tabindex')
  }
  for (const card of reader.querySelectorAll('.response-card[role=region]')) card.setAttribute('role', 'group')
}

/** The reader brings its parts when they come into view. */
function keepMending(reader) {
  let isWaiting = false
  const later = () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      mend(reader)
    })
  }
  new MutationObserver(later).observe(reader, { childList: true, subtree: true, characterData: true })
  addEventListener('resize', later)
}

applyTheme()
addEventListener('DOMContentLoaded', () => {
  const place = document.querySelector('#reader')
  place.replaceChildren()
  keepMending(place)
  const reader = globalThis.Scalar.createApiReference('#reader', configuration())
  const update = () => {
    applyTheme()
    reader.updateConfiguration(configuration())
  }
  systemIsDark.addEventListener('change', update)
  addEventListener('storage', ({ key }) => key === 'steward.theme' && update())

  button.addEventListener('click', async () => {
    try {
      const signedIn = await ownToken()
      token = signedIn.accessToken
      update()
      state.textContent = 'The examples have your access token. It ends within ten minutes.'
    } catch {
      state.textContent = 'Sign in to the console first.'
    }
  })
})
