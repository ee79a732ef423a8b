import { listColleagues } from '@portal/contracts/colleague'
import { createPayout } from '@portal/contracts/new-payout'
import { sendOtpToUser } from '@portal/contracts/otp'
import { getPayout, listPayouts } from '@portal/contracts/payout'
import { getTransferLimits, listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { getProfile, updateProfile } from '@portal/contracts/profile'
import { listReviewMonths, listReviews } from '@portal/contracts/review'
import { getSharing, getSharingTemplate, listSharings } from '@portal/contracts/sharing'
import { mastercard, mir, payoutTerms, sbpPhone } from './methods.ts'
import { codeSent, firstPage, history } from './payouts.ts'
import { profile } from './profile.ts'
import { respond } from './responses.ts'
import { months, reviews } from './reviews.ts'
import { firstSharings, shared, sharedPayout } from './sharings.ts'
import { colleagues } from './users.ts'

// What each page shows after a successful load.

export const payoutPage = [
  respond(listPayoutMethods, { items: [mir, { ...mastercard, status: 'blocked' }, sbpPhone] }),
  respond(listPayoutTerms, { items: payoutTerms }),
  respond(listPayouts, firstPage(history)),
  respond(sendOtpToUser, codeSent),
]

export const sharingPage = [
  respond(getTransferLimits, { max: 75_000, day_limit_left: 150_000 }),
  respond(listColleagues, { items: colleagues }),
  respond(getSharingTemplate, { template: null }),
  respond(listSharings, firstSharings),
  respond(getSharing, shared),
  respond(sendOtpToUser, codeSent),
  respond(createPayout, sharedPayout),
  respond(getPayout, sharedPayout),
]

export const profilePage = [respond(getProfile, profile), respond(updateProfile, profile)]

/** The one page of a list. */
export const onePage = { page: 1, pages: 1, per_page: 20, as_of: '120' }

export const reviewsPage = [
  respond(listReviewMonths, { items: months }),
  respond(listReviews, { ...onePage, items: reviews, total: reviews.length }),
]
