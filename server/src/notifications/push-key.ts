import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import webPush from 'web-push'
import { z } from 'zod'

/** The key pair that signs pushes (VAPID, RFC 8292): base64url of the point and of the number, P-256. */
const keySchema = z.strictObject({ publicKey: z.string().length(87), privateKey: z.string().length(43) })
export type PushKey = z.output<typeof keySchema>

/**
 * The key, created on the first start and saved in a file that only this user can read. Browsers subscribe with its public half
 * and only accept pushes signed with its private half, so all server processes need the same file.
 * @throws if the file has other content
 */
export async function readOrMakePushKey(file: string): Promise<PushKey> {
  await mkdir(dirname(file), { recursive: true })
  try {
    // 'wx' keeps the file of a process that was faster.
    await writeFile(file, `${JSON.stringify(webPush.generateVAPIDKeys())}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const text = await readFile(file, 'utf8')
  try {
    return keySchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} does not hold a key pair for pushes. Restore it, or remove it: then every browser has to subscribe anew.`, {
      cause: error,
    })
  }
}
