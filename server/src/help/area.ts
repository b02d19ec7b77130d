import type { Area } from '../area.ts'
import type { SessionArea } from '../session/area.ts'
import type { Shared } from '../shared.ts'
import { createHelpCookies } from './cookie.ts'
import { createFeedback } from './feedback/service.ts'
import { createGuidance, guidanceScript } from './guidance/service.ts'
import { bindHelpRoutes } from './routes.ts'
import { siteBase } from './site/serve.ts'
import { createWhatsNew } from './whats-new/service.ts'

/** The help site, what is new, feedback and guidance. */
export interface HelpArea extends Area {
  /** Where the site is. */
  site: string
  /** The guidance script that pages load, if there is one. */
  script: URL | undefined
}

export function createHelpArea({ db, mailer, config, now, isGranted }: Shared, { session }: { session: SessionArea }): HelpArea {
  const { publicUrl } = config
  const script = guidanceScript(config)
  const feedback = createFeedback({ db, mailer, address: config.feedbackAddress, publicUrl, now })
  const routes = {
    cookies: createHelpCookies(session.service.keys, { publicUrl, now }),
    feedback,
    guidance: createGuidance(db, script),
    whatsNew: createWhatsNew({ db, isGranted }),
    isSessionOpen: session.isOpen,
  }
  return {
    name: 'help',
    site: siteBase,
    script,
    tasks: feedback.tasks,
    bind: (bind, http) => bindHelpRoutes(http, bind, routes),
  }
}
