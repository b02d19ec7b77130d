import { tiles } from '@steward/contract/catalog/tiles'
import { problem } from '@steward/contract/errors'
import type { Area } from '../area.ts'
import type { Config } from '../config.ts'
import { escapeHtml } from '../mail/layout.ts'

const path = '/demo/applications'

/** The demo's applications lead to a page of the demo, unless the operator configured addresses. */
export function withDemoAddresses(config: Config): Config {
  if (Object.keys(config.applicationUrls).length > 0) return config
  const applicationUrls = Object.fromEntries(tiles.map(({ tileName }) => [tileName, `${config.publicUrl}${path}/${tileName}`]))
  return { ...config, applicationUrls }
}

/** A page in place of each application of the platform, which is not part of the demo. */
export const demoApplications: Area = {
  name: 'demo',
  bind(_bind, http) {
    http.get<{ Params: { tileName: string } }>(`${path}/:tileName`, async (request, reply) => {
      const tile = tiles.find(({ tileName }) => tileName === request.params.tileName)
      if (!tile) throw problem('not_found')
      return reply
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page(tile.displayName, tile.purpose))
    })
  },
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box; text-align: center }
  h1 { margin: 0; font-size: 28px; letter-spacing: -0.02em }
  p { max-width: 34rem; color: light-dark(#56636c, #9aa7b0) }
  a { color: light-dark(#0a6480, #59c1dc) }`

const page = (name: string, purpose: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(name)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(name)}</h1><p>${escapeHtml(purpose)}.</p><p>In a real installation, this link opens the application. The demo has only this page.</p><p><a href="/home/launchpad">Back to Steward</a></p></main></body></html>`
