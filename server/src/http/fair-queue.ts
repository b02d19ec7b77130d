/** Who asks for a place. People and keys share what their tenant has; callers that are not known yet share one tenant's. */
export interface Claimant {
  tenant: string
  principal: string
}

export interface FairQueueOptions {
  /** How many can be in the works. */
  places: number
  /** How many can wait. */
  waiting: number
  /** How long they wait at most. */
  waitMs: number
  /** Whether what is in the works waits for the program itself, so that fewer places would not be slower. */
  isBusy(): boolean
}

/** There was no place in time. */
export class NoPlaceError extends Error {
  override name = 'NoPlaceError'
}

/** A place; gives it back, once. */
export type Place = () => void

interface Waiting {
  since: number
  take(): void
  refuse(): void
  timer: NodeJS.Timeout
}

/** The places of a tenant or of a principal. */
interface Share {
  key: string
  taken: number
  /** The turn in which it got its last place. */
  lastTurn: number
}
interface PrincipalShare extends Share {
  waiting: Waiting[]
}
interface TenantShare extends Share {
  waiting: number
  principals: Map<string, PrincipalShare>
}

/** A queue in which more wait than there are places, for this long, stands: more come than can be served. */
const standingMs = 250
/** The weight of the newest in the average time that a place is taken. */
const newestWeight = 0.05

/**
 * A limited number of places, and a short queue for the next one that is free. It goes to the tenant that has the fewest places,
 * and there to the principal that has the fewest. A tenant never has all places, and a principal never more than half of them, so
 * that no one has to wait for the slow requests of someone else alone.
 *
 * Who waits is served in order as long as no more wait than there are places: each then waits about as long as a place is taken.
 * In a queue that stands, the newest is served first, and only while it has waited for no longer than a place is taken on average,
 * or most places are free: those that are served are then served fast, while in order all of them would be late. If the program is
 * busy as well, half of the places are left to tenants that have none. The others are refused when they have waited for long, not
 * sooner, because clients ask again. When too many wait, the oldest of those that wait most is refused.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #tenants = new Map<string, TenantShare>()
  readonly #mostOfTenant: number
  readonly #mostOfPrincipal: number
  readonly #now: () => number
  #taken = 0
  #waiting = 0
  #turn = 0
  #tooManySince = 0
  #averageMs = 0

  constructor(options: FairQueueOptions, now: () => number = () => performance.now()) {
    const { places } = options
    this.#options = options
    this.#now = now
    this.#mostOfTenant = places - Math.floor(places / 4)
    this.#mostOfPrincipal = Math.ceil(places / 2)
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return this.#waiting
  }

  /**
   * A place for a claimant.
   * @throws NoPlaceError if no place is free in time
   */
  enter({ tenant: tenantKey, principal: principalKey }: Claimant): Promise<Place> | Place {
    const tenant = this.#tenantOf(tenantKey)
    const principal = principalOf(tenant, principalKey)
    if (this.#waiting === 0 && this.#hasPlaceFor(tenant, principal)) return this.#give(tenant, principal)
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new NoPlaceError(`${this.#taken} requests are in the works, and ${this.#waiting} wait`))
      const waiting: Waiting = {
        since: this.#now(),
        take: () => resolve(this.#give(tenant, principal)),
        refuse,
        timer: setTimeout(() => this.#leave(tenant, principal, waiting), this.#options.waitMs),
      }
      if (this.#waiting === this.#options.places) this.#tooManySince = this.#now()
      principal.waiting.push(waiting)
      tenant.waiting++
      this.#waiting++
      // Others can wait for a share that is not free for them, while there is a place for this one.
      this.#serve()
      if (this.#waiting > this.#options.waiting) this.#refuseOldest()
    })
  }

  #tenantOf(key: string): TenantShare {
    const known = this.#tenants.get(key)
    if (known) return known
    const tenant: TenantShare = { key, taken: 0, lastTurn: 0, waiting: 0, principals: new Map() }
    this.#tenants.set(key, tenant)
    return tenant
  }

  #hasPlaceFor(tenant: Share, principal: Share): boolean {
    return this.#taken < this.#options.places && tenant.taken < this.#mostOfTenant && principal.taken < this.#mostOfPrincipal
  }

  #give(tenant: TenantShare, principal: PrincipalShare): Place {
    this.#taken++
    for (const share of [tenant, principal]) {
      share.taken++
      share.lastTurn = ++this.#turn
    }
    const since = this.#now()
    let isGiven = true
    return () => {
      if (!isGiven) return
      isGiven = false
      this.#averageMs += newestWeight * (this.#now() - since - this.#averageMs)
      this.#taken--
      tenant.taken--
      principal.taken--
      this.#forget(tenant, principal)
      this.#serve()
    }
  }

  /** Serves those who wait while there are places for them. */
  #serve(): void {
    while (this.#waiting > 0 && this.#taken < this.#options.places) {
      const tenant = leastServed(this.#tenants.values(), (one) => this.#hasNext(one))
      const principal = tenant && leastServed(tenant.principals.values(), (one) => this.#isNext(one))
      const next = this.#isStanding ? principal?.waiting.at(-1) : principal?.waiting[0]
      if (!tenant || !principal || !next) return
      this.#remove(tenant, principal, next)
      next.take()
    }
  }

  #hasNext(tenant: TenantShare): boolean {
    if (tenant.waiting === 0 || tenant.taken >= this.#mostOfTenant) return false
    if (tenant.taken > 0 && this.#taken >= this.#placesNow) return false
    for (const principal of tenant.principals.values()) if (this.#isNext(principal)) return true
    return false
  }

  #isNext(principal: PrincipalShare): boolean {
    const newest = principal.waiting.at(-1)
    if (!newest || principal.taken >= this.#mostOfPrincipal) return false
    return !this.#isStanding || this.#now() - newest.since <= this.#averageMs || this.#taken < this.#few
  }

  /** So many are used by tenants that have some. */
  get #placesNow(): number {
    const { places } = this.#options
    return this.#isStanding && this.#options.isBusy() ? Math.ceil(places / 2) : places
  }

  /** While fewer are taken, who has waited for long is served as well: nothing is won by leaving the program idle. */
  get #few(): number {
    const { places } = this.#options
    return this.#options.isBusy() ? places / 8 : places / 2
  }

  get #isStanding(): boolean {
    return this.#waiting > this.#options.places && this.#now() - this.#tooManySince > standingMs
  }

  /** Someone gave up, or is refused. */
  #leave(tenant: TenantShare, principal: PrincipalShare, waiting: Waiting): void {
    this.#remove(tenant, principal, waiting)
    this.#forget(tenant, principal)
    waiting.refuse()
  }

  #refuseOldest(): void {
    const tenant = longest(this.#tenants.values(), (one) => one.waiting)
    const principal = tenant && longest(tenant.principals.values(), (one) => one.waiting.length)
    const oldest = principal?.waiting[0]
    if (tenant && principal && oldest) this.#leave(tenant, principal, oldest)
  }

  #remove(tenant: TenantShare, principal: PrincipalShare, waiting: Waiting): void {
    clearTimeout(waiting.timer)
    principal.waiting.splice(principal.waiting.indexOf(waiting), 1)
    tenant.waiting--
    this.#waiting--
  }

  /** Who has no place and waits for none needs no memory. */
  #forget(tenant: TenantShare, principal: PrincipalShare): void {
    if (principal.taken === 0 && principal.waiting.length === 0) tenant.principals.delete(principal.key)
    if (tenant.taken === 0 && tenant.principals.size === 0) this.#tenants.delete(tenant.key)
  }
}

function principalOf(tenant: TenantShare, key: string): PrincipalShare {
  const known = tenant.principals.get(key)
  if (known) return known
  const principal: PrincipalShare = { key, taken: 0, lastTurn: 0, waiting: [] }
  tenant.principals.set(key, principal)
  return principal
}

/** The share with the fewest places; of those, the one whose last turn is longest ago. */
function leastServed<S extends Share>(shares: Iterable<S>, isWanted: (share: S) => boolean): S | undefined {
  let best: S | undefined
  for (const share of shares) {
    if (!isWanted(share)) continue
    if (!best || share.taken < best.taken || (share.taken === best.taken && share.lastTurn < best.lastTurn)) best = share
  }
  return best
}

function longest<S>(shares: Iterable<S>, lengthOf: (share: S) => number): S | undefined {
  let best: S | undefined
  for (const share of shares) if (!best || lengthOf(share) > lengthOf(best)) best = share
  return best
}
