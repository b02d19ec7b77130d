import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryDirectory } from '../temporary.ts'

/** A file system of its own, so that it can be filled without filling the machine's. */
export interface SmallDisk {
  dataDir: string
  /** Leaves this much free. */
  fill(freeBytes: number): void
  empty(): void
  discard(): void
}

const roomyBytes = 2 * 1024 ** 3

/** Mounts one in memory, which only root can do on Linux. Elsewhere undefined. */
export function mountDisk(): SmallDisk | undefined {
  const directory = makeTemporaryDirectory('steward-')
  const mounted = join(directory, 'disk')
  mkdirSync(mounted)
  // The engine runs as another user, who has to reach its files.
  if (!isDone('mount', '-t', 'tmpfs', '-o', `size=${roomyBytes},mode=0711`, 'steward-chaos', mounted)) {
    rmSync(directory, { recursive: true })
    return undefined
  }
  // Lazily: a process that ends can still have files open.
  const unmount = () => void isDone('umount', '-l', mounted)
  process.once('exit', unmount)
  const resize = (bytes: number) => void execFileSync('mount', ['-o', `remount,size=${bytes}`, mounted])
  return {
    dataDir: join(mounted, 'data'),
    // A smaller disk is as full as one with a large file, and takes no memory.
    fill(freeBytes) {
      const { blocks, bfree, bsize } = statfsSync(mounted)
      resize((blocks - bfree) * bsize + freeBytes)
    },
    empty: () => resize(roomyBytes),
    discard() {
      process.off('exit', unmount)
      unmount()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function isDone(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
