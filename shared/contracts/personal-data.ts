import * as z from 'zod/mini'
import { AutoWithdrawalSchedule } from './auto-withdrawal-rule.ts'
import { CurrentPassword } from './current-password.ts'
import { endpoint } from './endpoint.ts'
import { PushPreferences } from './push.ts'

const moment = z.iso.datetime({ offset: true })

/** A text, with the version that the user has agreed to. */
export const AcceptedDocument = z.object({
  kind: z.enum(['offer', 'personal_data']),
  version: z.string(),
  given_at: moment,
})
export type AcceptedDocument = z.infer<typeof AcceptedDocument>

/** How users reach the support; null if the portal has no such contact. */
export const SupportContact = z.object({
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** When the phone is answered. An API of an earlier version does not return it. */
  hours: z.optional(z.nullable(z.string())),
})

export const Help = z.object({
  contact: SupportContact,
  /** The company that operates the portal. An API of an earlier version does not return it. */
  operator_name: z.optional(z.nullable(z.string())),
  documents: z.array(AcceptedDocument),
})
export type Help = z.infer<typeof Help>

export const getHelp = endpoint({
  method: 'GET',
  path: '/user/help',
  summary: 'Get the contacts of the support, and the texts that the user has agreed to',
  access: 'user',
  response: Help,
})

/**
 * All personal data of the user except operations, which `exportOperations` returns. It contains no secrets (passwords,
 * codes, PINs, tokens, keys or their hashes), nothing about other people, and nothing that the portal deletes within
 * two days: codes, counters of limits, stored responses to repeated requests, and messages that wait to be sent.
 */
export const PersonalData = z.object({
  exported_at: moment,
  account: z.object({
    id: z.string(),
    created_at: moment,
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string(),
    about: z.string(),
    tags: z.array(z.string()),
    photo_url: z.nullable(z.string()),
    goal: z.nullable(z.object({ name: z.string(), amount: z.int(), since: z.string() })),
  }),
  documents: z.array(AcceptedDocument),
  restaurants: z.array(z.object({ name: z.string(), since: moment, manager: z.boolean() })),
  payout_methods: z.array(
    z.object({
      type: z.enum(['card', 'sbp']),
      bank: z.string(),
      label: z.string(),
      /** The masked number of a card, or the phone. */
      destination: z.string(),
      /** The provider that stores the number of the card. Absent: the portal's own vault stores it. */
      number_at: z.optional(z.enum(['yookassa'])),
      added_at: moment,
      deleted_at: z.nullable(moment),
    }),
  ),
  /** The rules of automatic withdrawals; absent in an API of an earlier version. */
  auto_withdrawals: z.optional(
    z.array(
      z.object({
        restaurant: z.string(),
        destination: z.string(),
        schedule: AutoWithdrawalSchedule,
        day_limit: z.number(),
        keep: z.optional(z.number()),
        confirmed_at: moment,
        stopped_at: z.nullable(moment),
      }),
    ),
  ),
  /** The days of the private diary, with cash in rubles; absent in an API of an earlier version. */
  diary: z.optional(
    z.array(
      z.object({
        restaurant: z.string(),
        day: z.iso.date(),
        hours: z.nullable(z.number()),
        cash: z.nullable(z.number()),
      }),
    ),
  ),
  /**
   * Invitations that the user has used, or that are for the user's phone. They are stored until a month after their
   * end. This field and the four below are absent in an API of an earlier version.
   */
  invitations: z.optional(
    z.array(
      z.object({
        restaurant: z.string(),
        /** The name that the restaurant has written. */
        name: z.nullable(z.string()),
        manager: z.boolean(),
        created_at: moment,
        expires_at: moment,
        used_at: z.nullable(moment),
      }),
    ),
  ),
  /** A change of the phone that was requested and has not taken effect yet. */
  phone_change: z.optional(z.nullable(z.object({ phone: z.string(), takes_effect_at: moment }))),
  /** The SMS to the phone. Their texts are not stored, and the records are deleted after a week. */
  sms: z.optional(z.array(z.object({ provider: z.string(), state: z.string(), sent_at: moment }))),
  /** The browsers that lock the portal by a PIN. */
  app_locks: z.optional(z.array(z.object({ user_agent: z.string(), after_minutes: z.int() }))),
  /**
   * What the user, an operator or the portal has done with the account and the employees of the user. Names and reasons
   * of operators are left out.
   */
  audit: z.optional(
    z.array(
      z.object({
        at: moment,
        by: z.enum(['user', 'colleague', 'operator', 'system']),
        action: z.string(),
        /** Texts as they are; other values as JSON. */
        before: z.nullable(z.record(z.string(), z.nullable(z.string()))),
        after: z.nullable(z.record(z.string(), z.nullable(z.string()))),
      }),
    ),
  ),
  passkeys: z.array(z.object({ label: z.string(), created_at: moment, last_used_at: z.nullable(moment) })),
  sessions: z.array(z.object({ user_agent: z.string(), created_at: moment, last_seen_at: moment })),
  devices: z.array(z.object({ created_at: moment, last_seen_at: moment })),
  /** Absent in an API of an earlier version. `push_service`: the host that delivers messages to a browser. */
  push: z.optional(
    z.object({
      preferences: PushPreferences,
      browsers: z.array(
        z.object({ push_service: z.string(), created_at: moment, last_success_at: z.nullable(moment) }),
      ),
    }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/user/personal-data',
  summary: 'Download what the portal stores about the user, except operations',
  access: 'user',
  response: PersonalData,
  produces: 'application/json',
})

/**
 * Deletes the account permanently. All sessions end, the entries of the ledger remain without a name, and everything
 * else is deleted. 422 `wrong_password` on `current_password`. 409 `balance_left`: there is money to withdraw, or a tip
 * that is not cleared yet. 409 `payout_in_progress`. 409 `rest_left`: the balance is too small to be withdrawn; send
 * `leaves_rest` to give it up. 409 `debt_left`: tips were taken back by guests; with `leaves_debt` the debt stays with
 * the phone, and whoever registers with this phone gets the account back.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/user/deletion',
  summary: 'Delete the user’s account',
  access: 'user',
  body: z.strictObject({
    current_password: CurrentPassword,
    leaves_rest: z.optional(z.boolean()),
    leaves_debt: z.optional(z.boolean()),
  }),
  response: null,
})
