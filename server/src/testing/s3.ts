import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { makeTemporaryDirectory } from './temporary.ts'

const bucket = 'steward-archive'
/** The only account that the server knows; it checks signatures. */
const account = 'S3RVER'

/** S3-compatible storage that we did not write, on the loopback. */
export interface TestStorage {
  /** Settings that lead to it. */
  environment: Record<string, string>
  /** What it keeps under a key. */
  read(key: string): Promise<Buffer>
  replace(key: string, content: Buffer): Promise<void>
  remove(key: string): Promise<void>
  /** Nothing answers any more; what is stored stays. */
  stop(): Promise<void>
  /** At the same address as before. */
  start(): Promise<void>
  /** Stops, and deletes what is stored. */
  close(): Promise<void>
}

export async function startStorage(): Promise<TestStorage> {
  const directory = makeTemporaryDirectory('steward-s3-')
  let server: S3rver | undefined
  let port = 0
  const start = async () => {
    server = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] })
    ;({ port } = await server.run())
  }
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  await start()
  const fileOf = (key: string) => join(directory, bucket, `${key}._S3rver_object`)
  return {
    environment: {
      STEWARD_S3_URL: `http://127.0.0.1:${port}`,
      STEWARD_S3_BUCKET: bucket,
      STEWARD_S3_ACCESS_KEY: account,
      STEWARD_S3_SECRET_KEY: account,
    },
    read: (key) => readFile(fileOf(key)),
    replace: (key, content) => writeFile(fileOf(key), content),
    remove: (key) => rm(fileOf(key)),
    stop,
    start,
    async close() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
