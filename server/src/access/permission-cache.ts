import type { ChangeMessage } from '../db/listen.ts'
import { changesPermissions } from '../db/changed-tables.ts'
import type { Subject } from './permission-inputs.ts'

/** Computes every permission of a principal; undefined if the principal doesn't exist. */
export type LoadPermissions = (tenantId: string, subject: Subject) => Promise<ReadonlySet<string> | undefined>

interface Entry {
  loading: Promise<ReadonlySet<string> | undefined>
  expiresAt: number
}

/**
 * The permissions of recent principals, one cache per process. An entry lives no longer than an access token, and is dropped
 * with all others of its tenant when a change event reports changed inputs.
 */
export class PermissionCache {
  readonly #tenants = new Map<string, Map<string, Entry>>()
  readonly #load: LoadPermissions
  readonly #lifetimeMs: number
  readonly #maxEntries: number
  /** Equal sets are shared: most users of a tenant have one of a few. */
  readonly #sets = new Map<string, ReadonlySet<string>>()
  #size = 0

  constructor(load: LoadPermissions, options: { lifetimeMs: number; maxEntries?: number }) {
    this.#load = load
    this.#lifetimeMs = options.lifetimeMs
    this.#maxEntries = options.maxEntries ?? 50_000
  }

  /** Whether the principal has the permission; without a query while cached. */
  async isGranted(tenantId: string, subject: Subject, permission: string): Promise<boolean> {
    return (await this.#entry(tenantId, subject))?.has(permission) ?? false
  }

  /** Drops entries that a committed change made stale. Requests after this call see the change. */
  onChange(message: ChangeMessage): void {
    if (message.kind === 'missed') return this.forgetAll()
    if (!changesPermissions(message)) return
    if (message.kind === 'changedEverywhere') this.forgetAll()
    else this.forget(message.tenantId)
  }

  /** Drops a tenant; values that are being loaded aren't cached either. */
  forget(tenantId: string): void {
    this.#size -= this.#tenants.get(tenantId)?.size ?? 0
    this.#tenants.delete(tenantId)
  }

  forgetAll(): void {
    this.#tenants.clear()
    this.#sets.clear()
    this.#size = 0
  }

  #entry(tenantId: string, subject: Subject): Entry['loading'] {
    const key = `${subject.type}:${subject.id}`
    const found = this.#tenants.get(tenantId)?.get(key)
    if (found && found.expiresAt > Date.now()) return found.loading
    if (this.#size >= this.#maxEntries) this.forgetAll()
    const entries = this.#tenants.get(tenantId) ?? new Map<string, Entry>()
    this.#tenants.set(tenantId, entries)
    if (!entries.has(key)) this.#size++
    const entry: Entry = { loading: this.#read(tenantId, subject), expiresAt: Date.now() + this.#lifetimeMs }
    entries.set(key, entry)
    // Neither a failure nor an unknown principal is cached.
    const drop = () => {
      const kept = this.#tenants.get(tenantId)
      if (kept?.get(key) !== entry) return
      kept.delete(key)
      this.#size--
    }
    entry.loading.then((known) => known ?? drop(), drop)
    return entry.loading
  }

  async #read(tenantId: string, subject: Subject): Promise<ReadonlySet<string> | undefined> {
    const read = await this.#load(tenantId, subject)
    if (!read) return undefined
    const name = [...read].join()
    const granted = this.#sets.get(name) ?? read
    this.#sets.set(name, granted)
    return granted
  }
}
