import { saveCurrency, saveCurrencyScheme, saveVintage } from '@steward/contract/reference-data/currencies'
import type { CallInput } from '@steward/contract/http'
import { sql } from 'kysely'
import { asOwner } from '../db/tenant.ts'
import type { TestApp, TestTenant } from './app.ts'

type SchemeWish = Partial<CallInput<typeof saveCurrencyScheme>['body'][number]>
type VintageWish = Partial<CallInput<typeof saveVintage>['body'][number]> & { currencySchemeCode: string; vintage: string }

/** Calls for tests of reference data, as the administrator of a tenant of their own. */
export async function referenceDataOf(app: TestApp, tenant?: TestTenant) {
  const own = tenant ?? (await app.buildTenant())
  const token = await app.signIn(own, own.administrator)
  const find = (currencySchemeCode: string, vintage: string) =>
    asOwner(app.db, 'operator', (tx) =>
      tx
        .selectFrom('currency_vintage as v')
        .innerJoin('currency_scheme as s', 's.currency_scheme_id', 'v.currency_scheme_id')
        .selectAll('v')
        .where('v.tenant_id', '=', own.tenantId)
        .where('s.currency_scheme_code', '=', currencySchemeCode)
        .where('v.vintage', '=', vintage)
        .executeTakeFirstOrThrow(),
    )
  return {
    tenant: own,
    token,
    saveCurrency: (currencyCode: string, more: { currencyName?: string; isActive?: boolean } = {}, ifMatch?: string) =>
      app.call(saveCurrency, { body: [{ currencyCode, currencyName: currencyCode, ...more }], ifMatch }, { token }),
    saveScheme: (currencySchemeCode: string, more: SchemeWish = {}, ifMatch?: string) =>
      app.call(
        saveCurrencyScheme,
        { body: [{ currencySchemeCode, currencySchemeName: 'Rates', anchorCurrencyCode: 'USD', ...more }], ifMatch },
        { token },
      ),
    saveVintage: (wish: VintageWish, ifMatch?: string) => app.call(saveVintage, { body: [wish], ifMatch }, { token }),

    /** Adds a rate of each currency to a draft. */
    async addRates(currencySchemeCode: string, vintage: string, currencyCodes: readonly string[], asOfDate = '2026-02-28'): Promise<void> {
      const { currency_vintage_id } = await find(currencySchemeCode, vintage)
      await asOwner(app.db, 'operator', async (tx) => {
        const key = { tenant_id: own.tenantId, currency_vintage_id }
        for (const currency_code of currencyCodes) {
          await tx
            .insertInto('currency_rate')
            .values({ ...key, currency_code, as_of_date: asOfDate, exchange_rate: '1.25' })
            .execute()
        }
        const change = sql`rate_count + ${currencyCodes.length}::integer`
        await sql`
          update currency_vintage set rate_count = ${change}, currency_count = ${currencyCodes.length}::integer,
                 first_as_of_date = ${asOfDate}::date, last_as_of_date = ${asOfDate}::date
           where tenant_id = ${own.tenantId}::uuid and currency_vintage_id = ${currency_vintage_id}`.execute(tx)
      })
    },

    /** Adds a running upload to a vintage; returns what ends it. */
    async startUpload(currencySchemeCode: string, vintage: string): Promise<() => Promise<void>> {
      const { currency_vintage_id } = await find(currencySchemeCode, vintage)
      const { rate_upload_id } = await asOwner(app.db, 'operator', (tx) =>
        tx
          .insertInto('rate_upload')
          .values({
            tenant_id: own.tenantId,
            currency_vintage_id,
            file_name: 'rates.csv',
            created_by_type: 'user',
            created_by_id: own.administrator.userId,
            created_by: own.administrator.username,
          })
          .returning('rate_upload_id')
          .executeTakeFirstOrThrow(),
      )
      return async () => {
        await asOwner(app.db, 'operator', (tx) =>
          tx.updateTable('rate_upload').set({ status: 'finished' }).where('rate_upload_id', '=', rate_upload_id).execute(),
        )
      }
    },
  }
}
