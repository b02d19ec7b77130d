import { createHmac } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows for a secret (RFC 6238), now or some 30-second steps later. */
export function codeOf(secret: string, stepsLater = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsLater))
  const digest = createHmac('sha1', bytesOf(secret.replaceAll(' ', '')))
    .update(counter)
    .digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A device of Chromium's that creates and gives passkeys as if its owner confirmed each request, while `answers` is on. */
export async function virtualDevice(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  const credentials = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    answers: (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    passkeys: async () => (await credentials()).length,
    /** Whether its owner gives the PIN, fingerprint or face that it asks for. */
    verifiesUser: (isUserVerified: boolean) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Goes on with its only passkey as it was some uses ago, as a copy of it would. */
    async goesBack(uses: number) {
      for (const credential of await credentials()) {
        await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
        const signCount = Math.max(0, credential.signCount - uses)
        await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } })
      }
    },
  }
}
