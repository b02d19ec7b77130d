import type { FastifyRequest } from 'fastify'
import * as contract from '@steward/contract/session/factors'
import type { Bind } from '../../http/binding.ts'
import { clientOf } from '../../http/client.ts'
import { requireSameOrigin } from '../../http/same-origin.ts'
import { answerSignIn, attemptOf, giveSession } from '../answer.ts'
import type { SessionService } from '../service.ts'
import { readStepCookie } from './cookies.ts'
import type { StepCredential } from './steps.ts'

/** Binds the endpoints of second factors, passkeys and confirmations. */
export function bindFactorRoutes(bind: Bind, session: SessionService): void {
  bindSteps(bind, session)
  bindEnrollment(bind, session)
  bindOwnFactors(bind, session)
  bindConfirmations(bind, session)
  bindUserFactors(bind, session)
}

const credentialOf = (request: FastifyRequest, token: string): StepCredential => ({ token, browser: readStepCookie(request) })

function bindSteps(bind: Bind, session: SessionService): void {
  const { settings, secondStep, browsers } = session

  bind(contract.signInWithCode, async ({ body: { token, ...given }, request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const result = await secondStep.pass(credentialOf(request, token), given, attemptOf(request, browsers))
    return answerSignIn(session, { request, reply }, result)
  })

  bind(contract.askPasskeyStep, async ({ body, request }) => {
    requireSameOrigin(request, settings.publicUrl)
    return secondStep.askPasskey(credentialOf(request, body.token), clientOf(request))
  })

  bind(contract.signInWithPasskeyStep, async ({ body: { token, ...given }, request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const result = await secondStep.pass(credentialOf(request, token), { kind: 'passkey', ...given }, attemptOf(request, browsers))
    return answerSignIn(session, { request, reply }, result)
  })

  bind(contract.askPasskey, async ({ request }) => {
    requireSameOrigin(request, settings.publicUrl)
    return secondStep.askPasskeyAlone()
  })

  bind(contract.signInWithPasskey, async ({ body, request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const result = await secondStep.passkeyAlone(body.credential, attemptOf(request, browsers))
    return answerSignIn(session, { request, reply }, result)
  })
}

function bindEnrollment(bind: Bind, session: SessionService): void {
  const { settings, secondStep, browsers } = session

  bind(contract.enrollBeginAuthenticator, async ({ body, request }) => {
    requireSameOrigin(request, settings.publicUrl)
    return secondStep.setUpAuthenticator(credentialOf(request, body.token), clientOf(request))
  })

  bind(contract.enrollBeginPasskey, async ({ body, request }) => {
    requireSameOrigin(request, settings.publicUrl)
    return secondStep.setUpPasskey(credentialOf(request, body.token), clientOf(request))
  })

  bind(contract.enrollAuthenticator, async ({ body: { token, ...added }, request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const credential = credentialOf(request, token)
    const result = await secondStep.enroll(credential, { kind: 'authenticator', ...added }, attemptOf(request, browsers))
    return { ...(await giveSession(session, { request, reply }, result)), recoveryCodes: result.recoveryCodes }
  })

  bind(contract.enrollPasskey, async ({ body: { token, ...added }, request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const credential = credentialOf(request, token)
    const result = await secondStep.enroll(credential, { kind: 'passkey', ...added }, attemptOf(request, browsers))
    return { ...(await giveSession(session, { request, reply }, result)), recoveryCodes: result.recoveryCodes }
  })
}

function bindOwnFactors(bind: Bind, { ownFactors }: SessionService): void {
  bind(contract.listOwnFactors, async ({ principal }) => ownFactors.list(principal))
  bind(contract.beginAuthenticator, async ({ principal }) => ownFactors.setUpAuthenticator(principal))
  bind(contract.beginPasskey, async ({ principal }) => ownFactors.setUpPasskey(principal))
  bind(contract.confirmAuthenticator, async ({ principal, body, request }) =>
    ownFactors.addAuthenticator(principal, body, clientOf(request)),
  )
  bind(contract.addPasskey, async ({ principal, body, request }) => ownFactors.addPasskey(principal, body, clientOf(request)))
  bind(contract.renameFactor, async ({ principal, params, body }) => ownFactors.rename(principal, params.factorId, body.name))
  bind(contract.removeFactor, async ({ principal, params, request }) => {
    await ownFactors.remove(principal, params.factorId, clientOf(request))
    return undefined
  })
  bind(contract.renewRecoveryCodes, async ({ principal, request }) => ({
    recoveryCodes: await ownFactors.renewCodes(principal, clientOf(request)),
  }))
  bind(contract.forgetBrowsers, async ({ principal }) => {
    await ownFactors.forgetBrowsers(principal)
    return undefined
  })
}

function bindConfirmations(bind: Bind, { confirmations, browsers }: SessionService): void {
  bind(contract.getConfirmation, async ({ principal }) => confirmations.read(principal))
  bind(contract.askPasskeyConfirmation, async ({ principal }) => confirmations.askPasskey(principal))
  bind(contract.confirmIdentity, async ({ principal, body, request }) =>
    confirmations.confirm(principal, body, attemptOf(request, browsers)),
  )
}

function bindUserFactors(bind: Bind, { userFactors }: SessionService): void {
  bind(contract.listUserFactors, async ({ principal, params }) => userFactors.list(principal, params.userId))
  bind(contract.resetUserFactors, async ({ principal, params, body, request }) =>
    userFactors.reset(principal, params.userId, body.reason, clientOf(request)),
  )
  bind(contract.decideFactorReset, async ({ principal, params, body, request }) => ({
    removed: await userFactors.decide(principal, params, body.decision, clientOf(request)),
  }))
  bind(contract.listWithoutFactor, async ({ principal, query }) => userFactors.withoutFactor(principal, query.audience))
}
