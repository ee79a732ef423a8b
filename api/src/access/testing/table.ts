import {
  getAppLock,
  leaveApp,
  removeAppLock,
  returnToApp,
  setAppLock,
  startPasskeyUnlock,
  unlockByPasskey,
  unlockByPin,
} from '@portal/contracts/app-lock'
import { getAutoWithdrawal, setAutoWithdrawal, stopAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { addCard, deleteCard, getCard, updateCard } from '@portal/contracts/bank-card'
import { getCallerAddress } from '@portal/contracts/caller-address'
import { listColleagues } from '@portal/contracts/colleague'
import { checkDefault, listEmployees } from '@portal/contracts/employee'
import type { Endpoint } from '@portal/contracts/endpoint'
import { adjustTips, ingestTips, receiveTipEvent } from '@portal/contracts/ingest'
import { joinRestaurant } from '@portal/contracts/invitation'
import { getLimits } from '@portal/contracts/limits'
import { openEvents } from '@portal/contracts/live-event'
import { createPayout } from '@portal/contracts/new-payout'
import { exportOperations, listOperations } from '@portal/contracts/operation'
import { sendOtpToUser } from '@portal/contracts/otp'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskeyConfirmation,
  startPasskeyRegistration,
} from '@portal/contracts/passkey'
import { cancelPhoneChange, changePassword, changePhone, getOwnPhone, getPhoneChange } from '@portal/contracts/password'
import { findPayoutByKey, getPayout, listPayouts } from '@portal/contracts/payout'
import { getTransferLimits, listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { deleteAccount, exportPersonalData, getHelp } from '@portal/contracts/personal-data'
import { getProfile, updateProfile } from '@portal/contracts/profile'
import {
  getPushSettings,
  markPushSeen,
  renewPushSubscription,
  subscribeToPush,
  unsubscribeFromPush,
  updatePushPreferences,
} from '@portal/contracts/push'
import {
  changeReleases,
  compareReleases,
  getReleaseGraph,
  getReleases,
  getRights,
  requestReleaseChange,
  startReleaseChange,
} from '@portal/contracts/release'
import { listReviewMonths, listReviews } from '@portal/contracts/review'
import { listSbpBanks } from '@portal/contracts/sbp'
import { addSbpPhone, deleteSbpPhone, getSbpPhone, updateSbpPhone } from '@portal/contracts/sbp-phone'
import { getSessionBootstrap, getUser } from '@portal/contracts/session'
import { getSharing, getSharingTemplate, listSharings, saveSharingTemplate } from '@portal/contracts/sharing'
import { getIncomeCertificate, getStatement } from '@portal/contracts/statement'
import {
  dismissTeamMember,
  inviteToTeam,
  listTeam,
  listTeamInvitations,
  reinstateTeamMember,
  revokeTeamInvitation,
  sendTeamInvitation,
} from '@portal/contracts/team'
import { listReleaseHealth, reportLiveReleases } from '@portal/contracts/telemetry'
import { getTipsStats } from '@portal/contracts/tips'
import { getTipsTrend, saveDiaryDay } from '@portal/contracts/trend'
import { uploadImage } from '@portal/contracts/upload'
import { endOtherSessions, endSession, listSessions } from '@portal/contracts/user-session'
import { password, type Request, type World } from './world.ts'

/** The status that each user gets. */
export type Statuses = { owner: number; colleague: number; manager: number; default: number; outsider: number }
const unknownPasskey = { id: 'AAAA', client_data: 'AAAA', authenticator_data: 'AAAA', signature: 'AAAA' }
const pushPreferences = { tips: true, payouts: false, amounts: false, quiet_hours: null }
const pushSubscription = {
  endpoint: 'https://push.example.com/abc',
  keys: { p256dh: 'AAAA', auth: 'AAAA' },
  public_key: 'AAAA',
}

type Row = [endpoint: Endpoint, who: Statuses, request?: (world: World) => Request]

/** All signed-in users get the status, each for their own things. */
const everybody = (status = 200): Statuses => ({
  owner: status,
  colleague: status,
  manager: status,
  default: status,
  outsider: status,
})
const ownerAlone = (status = 200): Statuses => ({ ...everybody(404), owner: status })
/** All employees of the owner's restaurant get the status, each for their own things there. */
const staff = (status = 200): Statuses => ({ ...everybody(status), outsider: 404 })

/** Only managers of the owner's restaurant get the status. */
const managers = (status = 200): Statuses => ({ ...staff(403), manager: status })

const restaurant = ({ owner }: World) => ({ query: { restId: owner.restaurantId } })
const card = ({ cardId }: World) => ({ params: { id: cardId } })
const phone = ({ phoneId }: World) => ({ params: { id: phoneId } })
const order = { amount: 200, code: '000000' }

/** Which users get which response for another user's things. Every request names the things of one user, the owner. */
export const table: Row[] = [
  [getUser, ownerAlone(), ({ owner }) => ({ params: { id: owner.userId } })],
  [getSessionBootstrap, everybody()],
  [listEmployees, everybody()],
  [checkDefault, ownerAlone(), ({ owner }) => ({ params: { id: owner.id } })],
  [listColleagues, { ...staff(403), default: 200 }, restaurant],

  [listTeam, managers(), restaurant],
  [listTeamInvitations, managers(), restaurant],
  [inviteToTeam, managers(201), ({ owner }) => ({ body: { rest_id: owner.restaurantId } })],
  // 409, because the invitation is for no phone.
  [sendTeamInvitation, managers(409), ({ invitationId }) => ({ params: { id: invitationId } })],
  [revokeTeamInvitation, managers(204), ({ invitationId }) => ({ params: { id: invitationId } })],
  [dismissTeamMember, managers(204), ({ colleague }) => ({ params: { id: colleague.id } })],
  [reinstateTeamMember, managers(204), ({ colleague }) => ({ params: { id: colleague.id } })],

  [getTotalBalance, everybody()],
  [getBalance, staff(), ({ owner }) => ({ params: { restId: owner.restaurantId } })],
  [openEvents, everybody()],

  [listOperations, everybody()],
  [listOperations, staff(), restaurant],
  [exportOperations, everybody()],
  [exportOperations, staff(), restaurant],
  [
    getStatement,
    staff(),
    ({ owner }) => ({ query: { restId: owner.restaurantId, from: '2026-01-01', to: '2026-01-31' } }),
  ],
  [listReviews, staff(), restaurant],
  [listReviewMonths, staff(), restaurant],
  [getIncomeCertificate, everybody(), () => ({ query: { year: '2026' } })],
  [
    getTipsStats,
    staff(),
    ({ owner }) => ({ query: { restId: owner.restaurantId, from: '2026-01-01', to: '2026-01-31' } }),
  ],
  [getTipsTrend, everybody()],
  [getTipsTrend, staff(), restaurant],
  [
    saveDiaryDay,
    // 422, because it is too long ago.
    staff(422),
    ({ owner }) => ({ body: { rest_id: owner.restaurantId, day: '2020-01-01', hours: 8, cash: null } }),
  ],
  // No user has the token of the payment side.
  [
    ingestTips,
    everybody(401),
    ({ owner }) => ({
      body: { tips: [{ external_id: 'x', employee_id: owner.id, amount: 100, paid_at: '2026-01-01T00:00:00Z' }] },
    }),
  ],
  [
    adjustTips,
    everybody(401),
    () => ({ body: { adjustments: [{ external_id: 'a', tip: 'x', kind: 'chargeback', change: -100 }] } }),
  ],

  [receiveTipEvent, everybody(401), () => ({ body: { type: 'tips.adjusted', data: { adjustments: [] } } })],

  // No user has the token of a monitor.
  [listReleaseHealth, everybody(401)],
  [getCallerAddress, everybody(401)],
  [reportLiveReleases, everybody(401)],

  [listPayoutTerms, staff(), ({ owner }) => ({ params: { restId: owner.restaurantId } })],
  [getLimits, staff(), ({ owner }) => ({ params: { restId: owner.restaurantId } })],
  [getTransferLimits, { ...staff(403), default: 200 }, ({ owner }) => ({ params: { restId: owner.restaurantId } })],
  [listPayoutMethods, everybody()],
  [listPayoutMethods, staff(), restaurant],
  [listSbpBanks, everybody()],
  [
    addCard,
    { ...everybody(410), outsider: 404 },
    ({ owner }) => ({ body: { code: '000000', rest_id: owner.restaurantId, card_token: 'card_x' } }),
  ],
  [getCard, ownerAlone(), card],
  [updateCard, ownerAlone(), (world) => ({ ...card(world), body: { label: 'Чужая' } })],
  [deleteCard, ownerAlone(409), card],
  [
    addSbpPhone,
    { ...everybody(410), outsider: 404 },
    ({ owner }) => ({ body: { code: '000000', rest_id: owner.restaurantId, bank_id: '100000000004' } }),
  ],
  [getSbpPhone, ownerAlone(), phone],
  [updateSbpPhone, ownerAlone(), (world) => ({ ...phone(world), body: { is_default: true } })],
  [deleteSbpPhone, ownerAlone(204), phone],

  // The code is wrong, so a permitted user gets 410.
  [
    createPayout,
    ownerAlone(410),
    ({ owner, cardId }) => ({ body: { ...order, kind: 'payout', rest_id: owner.restaurantId, binding_id: cardId } }),
  ],
  [
    createPayout,
    { ...staff(403), default: 410 },
    ({ owner, colleague }) => ({
      body: { ...order, kind: 'transfer', rest_id: owner.restaurantId, recipient_employee_id: colleague.id },
    }),
  ],
  [getAutoWithdrawal, staff(), ({ owner }) => ({ params: { restId: owner.restaurantId } })],
  [
    setAutoWithdrawal,
    ownerAlone(410),
    ({ owner, cardId }) => ({
      params: { restId: owner.restaurantId },
      body: { code: '000000', binding_id: cardId, schedule: { kind: 'daily', hour: 9 }, day_limit: 5_000 },
    }),
  ],
  [stopAutoWithdrawal, staff(), ({ owner }) => ({ params: { restId: owner.restaurantId } })],
  [listPayouts, everybody()],
  [listPayouts, staff(), restaurant],
  [listSharings, staff(), restaurant],
  // 404, because the owner has shared nothing.
  [getSharing, everybody(404), ({ payoutId }) => ({ params: { id: payoutId } })],
  [getSharingTemplate, { ...staff(403), default: 200 }, ({ owner }) => ({ params: { restId: owner.restaurantId } })],
  [
    saveSharingTemplate,
    { ...staff(403), default: 200 },
    ({ owner, colleague }) => ({
      params: { restId: owner.restaurantId },
      body: { way: 'equal', members: [{ employee_id: owner.id }, { employee_id: colleague.id }] },
    }),
  ],
  [getPayout, ownerAlone(), ({ payoutId }) => ({ params: { id: payoutId } })],
  [findPayoutByKey, ownerAlone(), ({ payoutKey }) => ({ params: { key: payoutKey } })],

  [getHelp, everybody()],
  [exportPersonalData, everybody()],
  // The password is wrong, so that no account is deleted.
  [deleteAccount, everybody(422), () => ({ body: { current_password: 'a wrong one' } })],

  [getProfile, everybody()],
  [updateProfile, everybody(), () => ({ body: { about: 'О себе' } })],
  [updateProfile, { ...everybody(422), owner: 200 }, ({ photoUrl }) => ({ body: { photo_url: photoUrl } })],
  [uploadImage, everybody(415), () => ({ form: notAnImage() })],
  [getOwnPhone, everybody()],
  [getPhoneChange, everybody()],
  [cancelPhoneChange, everybody(204)],
  [changePassword, everybody(204), () => ({ body: { password: 'tea and cherry 9', current_password: password } })],
  [
    changePhone,
    everybody(410),
    () => ({ body: { phone_number: '+79990000000', code: '000000', current_password: password } }),
  ],
  [sendOtpToUser, ownerAlone(), ({ owner }) => ({ params: { id: owner.userId }, body: { purpose: 'transfer' } })],
  [listPasskeys, everybody()],
  [startPasskeyRegistration, everybody(410), () => ({ body: { current_password: password, code: '000000' } })],
  [
    addPasskey,
    everybody(410),
    () => ({ body: { id: 'A'.repeat(43), client_data: 'AAAA', attestation: 'AAAA', transports: [] } }),
  ],
  [renamePasskey, ownerAlone(), ({ passkeyId }) => ({ params: { id: passkeyId }, body: { label: 'Чужой' } })],
  [
    removePasskey,
    ownerAlone(204),
    ({ passkeyId }) => ({ params: { id: passkeyId }, body: { current_password: password } }),
  ],
  [
    startPasskeyConfirmation,
    // A user without a passkey learns nothing about the order.
    { ...everybody(409), owner: 200 },
    ({ owner, cardId }) => ({
      body: { order: { kind: 'payout', rest_id: owner.restaurantId, binding_id: cardId, amount: 200 } },
    }),
  ],
  [getAppLock, everybody()],
  [setAppLock, everybody(204), () => ({ body: { pin: '8253', after_minutes: 15, current_password: password } })],
  [leaveApp, everybody(204)],
  [returnToApp, everybody(204)],
  [unlockByPin, everybody(204), () => ({ body: { pin: '8253' } })],
  [startPasskeyUnlock, everybody()],
  [unlockByPasskey, everybody(410), () => ({ body: { passkey: unknownPasskey } })],
  [removeAppLock, everybody(204), () => ({ body: { current_password: password } })],
  [getPushSettings, everybody()],
  [updatePushPreferences, everybody(), () => ({ body: pushPreferences })],
  // 409, because this portal has no keys.
  [subscribeToPush, everybody(409), () => ({ body: { ...pushSubscription, hides_amounts: false } })],
  [renewPushSubscription, everybody(409), () => ({ body: pushSubscription })],
  [unsubscribeFromPush, everybody(204)],
  [markPushSeen, everybody(), () => ({ body: { hides_amounts: false } })],
  [listSessions, everybody()],
  [endSession, ownerAlone(204), ({ otherSessionId }) => ({ params: { id: otherSessionId } })],
  [endOtherSessions, everybody(204)],
  [getRights, everybody()],
  [
    startReleaseChange,
    everybody(403),
    () => ({ body: { sequence: 1, name: 'mfe-tips', kind: 'rollback', version: 'a' } }),
  ],
  [
    requestReleaseChange,
    everybody(403),
    () => ({ body: { sequence: 1, name: 'mfe-tips', kind: 'rollback', version: 'a', passkey: unknownPasskey } }),
  ],
  [joinRestaurant, { ...everybody(409), outsider: 201 }, ({ invitation }) => ({ params: { code: invitation } })],
]

/**
 * The endpoints of the portal server, which asks the API by `getRights` and `requestReleaseChange`
 * (platform/server/releases).
 */
export const portalServerEndpoints: Endpoint[] = [getReleases, compareReleases, getReleaseGraph, changeReleases]

function notAnImage(): FormData {
  const form = new FormData()
  form.set('photo', new Blob(['x']), 'photo.png')
  return form
}
