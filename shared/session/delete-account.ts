import type { BodyOf } from '@portal/contracts/endpoint'
import { deleteAccount } from '@portal/contracts/personal-data'
import { call } from '@portal/shared/http/call'
import { signedOut } from '@portal/shared/session/state/events'
import { toast } from '@portal/shared/session/store'

/** Deletes the account of the user, and with it the session. @throws ApiError */
export async function deleteOwnAccount(body: BodyOf<typeof deleteAccount>): Promise<void> {
  await call(deleteAccount, { body })
  toast('Учётная запись удалена')
  signedOut({ left: true })
}
