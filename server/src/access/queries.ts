import type { TenantTransaction } from '../db/tenant.ts'

/** The user with a name, case-insensitive. */
export const findUserByName = (tx: TenantTransaction, username: string) =>
  tx
    .selectFrom('app_user')
    .select(['user_id', 'username'])
    .where('username_key', '=', (eb) => eb.fn<string>('lower', [eb.val(username)]))
    .executeTakeFirst()
