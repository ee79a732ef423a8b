import { accountScreens } from './account.ts'
import { autoWithdrawalScreens } from './auto-withdrawal.ts'
import { cardScreens, methodsScreens } from './cards.ts'
import { entryScreens } from './entry.ts'
import { frameScreens } from './frame.ts'
import { notificationScreens } from './notifications.ts'
import { operationsScreens } from './operations.ts'
import { operatorScreens } from './operator.ts'
import { passkeyScreens } from './passkeys.ts'
import { payoutScreens } from './payout.ts'
import { phoneScreens } from './phone.ts'
import { profileScreens } from './profile.ts'
import { releasesScreens } from './releases.ts'
import { reviewsScreens } from './reviews.ts'
import { sbpPhoneScreens } from './sbp-phones.ts'
import type { Screen } from './screen.ts'
import { sharingScreens } from './sharing.ts'
import { teamScreens } from './team.ts'
import { tipsScreens, trendScreens } from './tips.ts'
import { transferScreens } from './transfer.ts'

/** Every screen in every state. */
export const screens: readonly Screen[] = [
  ...entryScreens,
  ...frameScreens,
  ...tipsScreens,
  ...trendScreens,
  ...operationsScreens,
  ...reviewsScreens,
  ...payoutScreens,
  ...autoWithdrawalScreens,
  ...transferScreens,
  ...sharingScreens,
  ...profileScreens,
  ...accountScreens,
  ...phoneScreens,
  ...passkeyScreens,
  ...notificationScreens,
  ...methodsScreens,
  ...cardScreens,
  ...sbpPhoneScreens,
  ...teamScreens,
  ...releasesScreens,
  ...operatorScreens,
]
