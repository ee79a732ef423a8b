import type { UserOtpRequest } from '@portal/contracts/otp'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApi } from '../../../http/testing/test-api.ts'
import { openRestaurant } from '../../../money/ledger/testing/test-ledger.ts'

type Sent = Promise<LightMyRequestResponse>

/** A restaurant with a manager who is signed in. */
export async function openTeam(api: TestApi) {
  const restaurant = await openRestaurant(api.db)
  const manager = await api.createUser({ restaurant })
  await api.db.updateTable('employee').set({ is_manager: true }).where('id', '=', manager.id).execute()
  const browser = await api.signedIn(manager)
  return {
    restaurant,
    manager,
    get: (url: string): Sent => browser.get(url),
    post: (url: string, body: object): Sent => browser.post(url, body),
    list: async () => (await browser.get(`/team?restId=${restaurant.id}`)).json().items,
    listInvitations: async () => (await browser.get(`/team/invitations?restId=${restaurant.id}`)).json().items,
    invite: (body: object = {}): Sent => browser.post('/team/invitations', { rest_id: restaurant.id, ...body }),
    sendSms: (id: string): Sent => browser.post(`/team/invitations/${id}/sms`),
    revoke: (id: string): Sent => browser.post(`/team/invitations/${id}/revoke`),
    dismissed: async () => (await browser.get(`/team?restId=${restaurant.id}`)).json().dismissed,
    dismiss: (id: string, proof?: object): Sent => browser.post(`/team/members/${id}/dismiss`, proof),
    reinstate: (id: string): Sent => browser.post(`/team/members/${id}/reinstate`),
    async codeFor(request: UserOtpRequest): Promise<string> {
      await browser.post(`/otp/send/user/${manager.userId}`, request)
      return await api.codeSentTo(manager.phone)
    },
    /** Reads the audit trail of a subject, oldest first: each action and who acted. */
    async readTrail(subject: string): Promise<[action: string, actor: string][]> {
      const { items } = (await api.operator().get(`/audit?subject=${subject}`)).json()
      const lines: [string, string][] = items.map(({ action, actor }: { action: string; actor: { id: string } }) => [
        action,
        actor.id,
      ])
      return lines.reverse()
    },
  }
}
