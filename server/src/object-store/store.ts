import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3ServiceError, S3mini } from 's3mini'
import { ConfigError, type ObjectStorage } from '../config.ts'

/** S3-compatible storage: objects of one bucket, in pieces, so that memory doesn't depend on their size. */
export interface ObjectStore {
  /** The key of an object with this name. */
  keyOf(name: string): string
  /**
   * Writes an object, or replaces it, as a whole.
   * @throws if it could not be written; an object that was there before is still there
   */
  write(key: string, pieces: AsyncIterable<Buffer>): Promise<void>
  /**
   * A range of an object.
   * @throws ObjectMissing; any other error if the storage gave no usable answer
   */
  read(key: string, range: { offset: number; bytes: number }): Promise<Buffer>
  /** Also if it is already gone. */
  remove(key: string): Promise<void>
}

/** The object, or the range of it, does not exist. */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
}

/** Larger objects are uploaded in parts of about this size; storages take at least 5 MiB. */
const partBytes = 8 * 1_048_576
/** For one call: a part, or a range. */
const callTimeoutMs = 120_000
const tries = 3
const firstPauseMs = 250

/** @throws {ConfigError} if the file with the secret cannot be read */
export async function openObjectStore(storage: ObjectStorage): Promise<ObjectStore> {
  const s3 = new S3mini({
    endpoint: `${storage.url}/${storage.bucket}`,
    region: storage.region,
    accessKeyId: storage.accessKey,
    secretAccessKey: await secretOf(storage),
    requestAbortTimeout: callTimeoutMs,
  })
  return {
    keyOf: (name) => storage.prefix + name,
    write: async (key, pieces) => upload(s3, key, pieces),
    read: async (key, { offset, bytes }) => tried(async () => readRange(s3, key, offset, bytes)),
    remove: async (key) => void (await tried(async () => s3.deleteObject(key))),
  }
}

async function secretOf({ secretKey, secretKeyFile }: ObjectStorage): Promise<string> {
  if (secretKey !== undefined) return secretKey
  try {
    return (await readFile(secretKeyFile ?? '', 'utf8')).trim()
  } catch (error) {
    throw new ConfigError(`STEWARD_S3_SECRET_KEY_FILE can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function upload(s3: S3mini, key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  let uploadId: string | undefined
  const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
  try {
    for await (const { bytes, isLast } of partsOf(pieces)) {
      if (isLast && uploadId === undefined) return void (await tried(async () => s3.putObject(key, bytes, contentType)))
      const id = (uploadId ??= await tried(async () => s3.getMultipartUploadId(key, contentType)))
      parts.push(await tried(async () => s3.uploadPart(key, id, bytes, parts.length + 1)))
    }
    if (uploadId !== undefined) await s3.completeMultipartUpload(key, uploadId, parts)
  } catch (error) {
    // What is left of a failed upload costs space; lifecycle rules remove it where this fails, too.
    if (uploadId !== undefined) await s3.abortMultipartUpload(key, uploadId).catch(() => undefined)
    throw error
  }
}

const contentType = 'application/octet-stream'

/** Regroups pieces into parts; only the last one can be small. */
async function* partsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    if (length >= partBytes) {
      yield { bytes: Buffer.concat(held), isLast: false }
      held = []
      length = 0
    }
    held.push(piece)
    length += piece.length
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

async function readRange(s3: S3mini, key: string, offset: number, bytes: number): Promise<Buffer> {
  const response = await s3.getObjectRaw(key, false, offset, offset + bytes)
  if (response.status !== 206) {
    await response.body?.cancel()
    throw new Error(`The object storage answered ${response.status} for a range`)
  }
  return Buffer.from(await response.arrayBuffer())
}

/** A call that is safe to repeat, tried again after failures that can pass. */
async function tried<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof S3ServiceError && [404, 416].includes(error.status)) throw new ObjectMissing(error.message, { cause: error })
      const isFinal = error instanceof S3ServiceError && error.status < 500 && error.status !== 429
      if (isFinal || attempt === tries) throw error
      await sleep(firstPauseMs * 2 ** attempt)
    }
  }
}
