import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { testServer } from './server.ts'

/** Waits for the newest mail to an address that arrived over SMTP. */
export async function mailTo(address: string, subject?: RegExp): Promise<Email> {
  let found: Email | undefined
  await expect
    .poll(
      async () => {
        found = (await allMails()).findLast(
          (mail) => mail.to?.some((to) => to.address === address) && (!subject || subject.test(mail.subject ?? '')),
        )
        return found?.subject
      },
      { message: `a mail to ${address}`, timeout: 20_000 },
    )
    .toBeTruthy()
  if (!found) throw new Error(`no mail to ${address}`)
  return found
}

async function allMails(): Promise<Email[]> {
  const directory = testServer().mails
  const files = readdirSync(directory).sort()
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(directory, file)))))
}

/** The first link to the console in a mail's text. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+\/home\/\S+/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error('the mail has no link')
  return link
}
