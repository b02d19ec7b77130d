import { changePassword } from '@steward/contract/session/endpoints'
import { api } from '../../api/client.ts'
import { signOut } from '../token/signOut.ts'

/** Changes the user's own password. This ends every session, so it leads to the sign-in page. */
export async function changeOwnPassword(change: { oldPassword: string; newPassword: string }): Promise<void> {
  await api(changePassword, { body: change })
  await signOut('passwordChanged')
}
