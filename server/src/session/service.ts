import type { Logger } from 'pino'
import type { ScheduledTask, Task } from '../background/jobs.ts'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import type { TokenAuthenticators } from '../http/principal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createAccessTokens } from './access-token.ts'
import { type Authenticator, createAuthenticator } from './authenticate.ts'
import type { SessionCore } from './core.ts'
import { type Confirmations, createConfirmations } from './factors/confirmations.ts'
import { createEnrolling } from './factors/enrolling.ts'
import { type OwnFactorsService, createOwnFactors } from './factors/own-factors.ts'
import { type SecondStep, createSecondStep } from './factors/second-step.ts'
import { createSteps } from './factors/steps.ts'
import { createFactorTools } from './factors/tools.ts'
import { type UserFactors, createUserFactors } from './factors/user-factors.ts'
import { type ExternalSignIn, createExternalSignIn } from './external.ts'
import { type Hasher, createHasher } from './hasher.ts'
import { createKeyCipher, derivedKey } from '../secrets/cipher.ts'
import { type KnownBrowsers, createKnownBrowsers } from './known-browsers.ts'
import { type Links, createLinks } from './links.ts'
import { createLiveness } from './liveness.ts'
import { type OwnSessions, createOwnSessions } from './profile-sessions.ts'
import { type Passwords, createPasswords } from './passwords.ts'
import { type Reports, createReports } from './reports.ts'
import { type Renewal, createRenewal } from './renewal.ts'
import { cleanSessions, endLapsedSessions } from './sessions.ts'
import type { SessionSettings } from './settings.ts'
import { type SharedRates, cleanRates } from '../http/rates.ts'
import { type SignInMethods, createSignInMethods } from './sign-in-methods.ts'
import { type SignIn, createSignIn } from './sign-in.ts'
import { type SigningKeys, createSigningKeys } from './signing-keys.ts'
import { cleanThrottle } from './throttle.ts'
import type { SessionPolicies } from './policies.ts'

export interface SessionOptions {
  db: Db
  log: Logger
  settings: SessionSettings
  changes: ChangeListener
  mailer: Mailer
  policies: SessionPolicies
  mayActivate: SessionCore['mayActivate']
  rates: SharedRates
  /** Authenticates other kinds of bearer tokens. */
  tokens(): TokenAuthenticators
  /** Overrides the default hasher; closed with the service. */
  hasher?: Hasher
}

/** Assembles sign-in, sessions and passwords. */
export interface SessionService {
  settings: SessionSettings
  methods: SignInMethods
  signIn: SignIn
  /** For users who sign in with the identity provider. */
  external: ExternalSignIn
  renewal: Renewal
  passwords: Passwords
  links: Links
  reports: Reports
  own: OwnSessions
  secondStep: SecondStep
  ownFactors: OwnFactorsService
  confirmations: Confirmations
  userFactors: UserFactors
  keys: SigningKeys
  browsers: KnownBrowsers
  authenticator: Authenticator
  /** For the background workers. */
  tasks: readonly Task[]
  schedule: readonly ScheduledTask[]
  /** Waits for pending writes, and stops listening. */
  close(): Promise<void>
}

export async function createSessionService(options: SessionOptions): Promise<SessionService> {
  const { db, log, settings, changes, mailer, policies, mayActivate, rates } = options
  const keys = createSigningKeys(db, createKeyCipher(settings.sealingKey), settings.now)
  const core: SessionCore = {
    db,
    settings,
    hasher: options.hasher ?? createHasher(),
    accessTokens: createAccessTokens(keys, settings),
    policies,
    mayActivate,
  }
  const defaults = { maxSeconds: settings.sessionMaxSeconds, idleSeconds: settings.sessionIdleSeconds }
  const liveness = createLiveness(db, changes, settings.now)
  const tools = createFactorTools(settings)
  const steps = createSteps(core)
  const enrolling = createEnrolling(core, tools)
  const signIn = createSignIn(core, steps, { rates, log })
  const links = createLinks(core, mailer)
  const reports = createReports(core, mailer, links)
  return {
    settings,
    methods: createSignInMethods(db),
    signIn,
    external: createExternalSignIn(core),
    renewal: createRenewal(core),
    passwords: createPasswords(core),
    links,
    reports,
    own: createOwnSessions(core),
    secondStep: createSecondStep(core, tools, steps, enrolling),
    ownFactors: createOwnFactors(core, enrolling),
    confirmations: createConfirmations(core, tools),
    userFactors: createUserFactors(core),
    keys,
    browsers: createKnownBrowsers(derivedKey(settings.sealingKey, 'known browsers'), settings),
    authenticator: createAuthenticator(core.accessTokens, liveness, policies, options.tokens),
    tasks: [...links.tasks, ...reports.tasks],
    schedule: [
      { name: 'rotate_signing_keys', cron: '17 * * * *', run: () => keys.rotate() },
      { name: 'end_lapsed_sessions', cron: '* * * * *', run: () => endLapsedSessions(db, policies, defaults, settings.now()) },
      {
        name: 'clean_sign_in',
        cron: '43 * * * *',
        run: async () => {
          await cleanSessions(db, settings.now)
          await cleanThrottle(db, settings.now())
          await cleanRates(db, settings.now())
        },
      },
    ],
    async close() {
      liveness.close()
      await signIn.settled()
      await core.hasher.close()
    },
  }
}
