// Generated from api/migrations by `npm run generate -- schema`; a test compares it with the database.
import type { Generated, GeneratedAlways } from 'kysely'

type AppLockRow = {
  session_id: string
  pin_hash: string
  digits: number
  after_minutes: number
  wrong_pins: Generated<number>
  locks_at: Date | null
}

type AuditEventRow = {
  id: GeneratedAlways<number>
  at: Generated<Date>
  actor: string
  action: string
  subject_type: string
  subject_id: string
  reason: string | null
  actor_type: 'operator' | 'user' | 'system'
  before: unknown
  after: unknown
  request_id: string | null
}

type AutoWithdrawalRow = {
  employee_id: string
  binding_id: string
  daily_hour: number | null
  threshold: number | null
  day_limit: number
  confirmed_at: Generated<Date>
  device_since: Generated<Date>
  passkey_since: Date | null
  stopped_at: Date | null
  stop_reason:
    | 'user'
    | 'refused'
    | 'method_removed'
    | 'method_changed'
    | 'method_blocked'
    | 'method_unavailable'
    | 'dismissed'
    | 'account_blocked'
    | 'password_recovered'
    | 'fee_changed'
    | null
  is_unannounced: Generated<boolean>
  run: Generated<number>
  ran_on: string | null
  next_attempt_at: Generated<Date>
  last_payout_id: string | null
  waited_for: 'below_minimum' | 'limit' | null
  waited_at: Date | null
  fee: unknown
  keep: Generated<number>
}

type BookedHourRow = {
  scope: string
  hour: Date
  amount: number
}

type ConsentRow = {
  user_id: string
  kind: string
  version: string
  given_at: Generated<Date>
}

type DeviceRow = {
  id: Generated<string>
  token_hash: Buffer
  user_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  forgotten_at: Date | null
  address_hash: Buffer | null
}

type DiaryDayRow = {
  employee_id: string
  day: string
  hours: number | null
  cash: number | null
}

type EmployeeRow = {
  id: Generated<string>
  user_id: string
  restaurant_id: string
  is_default: Generated<boolean>
  is_manager: Generated<boolean>
  created_at: Generated<Date>
  disabled_at: Date | null
  external_id: string | null
}

type IdempotencyKeyRow = {
  user_id: string
  key: string
  request_hash: Buffer
  payout_id: string
  body: string
  created_at: Generated<Date>
}

type InvitationRow = {
  code: string
  restaurant_id: string
  reusable: Generated<boolean>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  used_by: string | null
  id: Generated<string>
  max_uses: number | null
  uses: Generated<number>
  revoked_at: Date | null
  phone: string | null
  name: string | null
  external_id: string | null
  is_manager: Generated<boolean>
}

type LedgerAccountRow = {
  id: GeneratedAlways<number>
  kind: 'wallet' | 'uncleared' | 'debt' | 'system'
  employee_id: string | null
  code: string | null
  balance: Generated<number>
  seq: Generated<number>
  updated_at: Generated<Date>
}

type LedgerAccountCheckpointRow = {
  account_id: number
  entries: number
  amount: number
}

type LedgerCheckpointRow = {
  is_only: Generated<boolean>
  transfer_id: Generated<number>
  entry_id: Generated<number>
  newest_transfer_id: Generated<number>
  newest_transaction: Generated<number>
  counted: unknown
  suspected: unknown
  suspected_at: Date | null
  checked_at: Date | null
  differences: Generated<unknown>
}

type LedgerDayRow = {
  day: string
  last_transfer_id: number
  transfers: number
  hash: string
  verified_at: Generated<Date>
  differs: Generated<boolean>
  read_again_at: Generated<Date>
}

type LedgerDiscrepancyRow = {
  what: string | null
  id: number | null
  difference: string | null
}

type LedgerEntryRow = {
  id: Generated<number>
  transfer_id: number
  account_id: number
  amount: number
  seq: number | null
  balance_after: number | null
}

type LedgerOpeningBalanceRow = {
  month: string
  account_id: number
  entries: number
  debit: number
  credit: number
}

type LedgerRefRow = {
  key: string
  transfer_id: number
}

type LedgerTransferRow = {
  id: Generated<number>
  ref: string
  kind: string
  debit_account: number
  credit_account: number
  amount: number
  created_at: Generated<Date>
}

type LiveFeedRow = {
  user_id: string
  seq: number
}

type LiveReleaseRow = {
  remote: string
  version: string
  reported_at: Generated<Date>
}

type OperationRow = {
  id: Generated<string>
  employee_id: string
  user_id: string
  type: 'tip' | 'payout' | 'transfer_in' | 'transfer_out' | 'refund' | 'correction_in' | 'correction_out' | 'chargeback'
  family: GeneratedAlways<string>
  amount: number
  fee: Generated<number>
  status: 'pending' | 'completed' | 'canceled'
  title: string
  payout_id: string | null
  rating: number | null
  comment: string | null
  created_at: Date
  number: Generated<number>
  restaurant_fee: Generated<number>
  paid_at: Date | null
}

type OperationFeedRow = {
  owner_id: string
  type: 'all' | 'tip' | 'payout' | 'transfer'
  count: Generated<number>
}

type OperatorProposalRow = {
  id: GeneratedAlways<number>
  action: string
  subject_type: string
  subject_id: string
  change: unknown
  reason: string | null
  proposed_by: string
  proposed_at: Generated<Date>
}

type OrderConfirmationRow = {
  user_id: string
  bound_to: string
  proof: 'code' | 'passkey'
  idempotency_key: string
  confirmed_at: Generated<Date>
}

type OtpRow = {
  id: GeneratedAlways<number>
  subject: string
  purpose: string
  phone: string
  code_hmac: Buffer
  attempts_left: number
  created_at: Generated<Date>
  expires_at: Date
  consumed_at: Date | null
  blocked_until: Date | null
  bound_to: string | null
}

type PasskeyRow = {
  id: Generated<string>
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  backup_eligible: boolean
  backed_up: boolean
  label: string
  created_at: Generated<Date>
  last_used_at: Date | null
  for_operator: Generated<boolean>
}

type PasskeyChallengeRow = {
  challenge: Buffer
  purpose: 'registration' | 'sign_in' | 'confirmation' | 'unlock'
  session_id: string | null
  bound_to: string | null
  expires_at: Date
}

type PasswordResetRow = {
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

type PayoutRow = {
  id: Generated<string>
  number: GeneratedAlways<number>
  kind: 'payout' | 'transfer'
  employee_id: string
  user_id: string
  binding_id: string | null
  recipient_employee_id: string | null
  amount: number
  fee: number
  status: Generated<'pending' | 'processing' | 'succeeded' | 'canceled'>
  reason: string | null
  destination_type: string
  destination_title: string
  comment: string | null
  rrn: string | null
  created_at: Generated<Date>
  completed_at: Date | null
  employee_seq: number
  user_seq: number
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  bank: string | null
  overdue_level: Generated<number>
  review: 'open' | 'released' | 'rejected' | null
  while_cooling: Generated<boolean>
  to_new_method: Generated<boolean>
  provider: 'sandbox' | 'yookassa' | null
  bank_reference: string | null
  sent_at: Date | null
  restaurant_fee: Generated<number>
  sharing_way: 'equal' | 'hours' | 'percent' | null
  automatic: Generated<boolean>
}

type PayoutAttemptRow = {
  id: GeneratedAlways<number>
  payout_id: string
  attempt: number | null
  source: 'worker' | 'operator' | 'bank'
  operator: string | null
  started_at: Generated<Date>
  lease_ends_at: Generated<Date>
  finished_at: Date | null
  calls: Generated<unknown>
}

type PayoutBindingRow = {
  id: Generated<string>
  user_id: string
  bank: string
  type: 'card' | 'sbp'
  card_token: string | null
  mask: string | null
  last4: string | null
  network: string | null
  phone: string | null
  sbp_bank_id: string | null
  bank_name: string
  label: Generated<string>
  is_default: Generated<boolean>
  status: Generated<'active' | 'blocked'>
  created_at: Generated<Date>
  deleted_at: Date | null
  confirmed_at: Date | null
}

type PayoutDecisionRow = {
  id: GeneratedAlways<number>
  payout_id: string
  outcome: 'paid' | 'returned'
  reason: string
  rrn: string | null
  proposed_by: string
  proposed_at: Generated<Date>
  confirmed_by: string | null
  confirmed_at: Date | null
  closed_as: 'done' | 'withdrawn' | 'retracted' | null
  closed_by: string | null
  closed_at: Date | null
  check_at: Date | null
}

type PayoutEventRow = {
  payout_id: string
  status: string
  at: Generated<Date>
}

type PayoutFeedRow = {
  owner_id: string
  count: Generated<number>
}

type PayoutRecipientRow = {
  payout_id: string | null
  employee_id: string | null
  amount: number | null
  ref: string | null
}

type PayoutShareRow = {
  payout_id: string
  place: number
  employee_id: string
  title: string
  weight: number | null
  amount: number
}

type PhoneChangeRow = {
  user_id: string
  phone: string
  due_at: Date
}

type PushEventRow = {
  id: GeneratedAlways<number>
  user_id: string
  kind: string
  count: number
  amount: number
  time_zone: string
  created_at: Generated<Date>
}

type PushMessageRow = {
  subscription_id: string
  kind: 'tip' | 'share' | 'shift' | 'payout_paid' | 'payout_failed' | 'method' | 'auto_stopped'
  count: number
  amount: number
  time_zone: string
  revision: Generated<number>
  attempts: Generated<number>
  next_attempt_at: Date | null
  sent_at: Date | null
}

type PushPreferenceRow = {
  user_id: string
  tips: Generated<boolean>
  payouts: Generated<boolean>
  amounts: Generated<boolean>
  quiet_from: number | null
  quiet_to: number | null
}

type PushSubscriptionRow = {
  id: Generated<string>
  user_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  public_key: string
  hides_amounts: Generated<boolean>
  created_at: Generated<Date>
  last_success_at: Date | null
}

type RateLimitRow = {
  key: string
  window_start: Date
  hits: number
}

type ReconciliationRow = {
  id: GeneratedAlways<number>
  provider: 'sandbox' | 'yookassa'
  day: string
  source: 'provider' | 'statement'
  payments: number | null
  payouts: number | null
  started_at: Generated<Date>
  finished_at: Date | null
}

type ReconciliationLineRow = {
  id: GeneratedAlways<number>
  reconciliation_id: number
  kind: 'missing' | 'foreign' | 'doubled' | 'amount' | 'status'
  payout_id: string | null
  reference: string | null
  our_amount: number | null
  their_amount: number | null
  our_status: string | null
  their_status: string | null
  found_at: Generated<Date>
  closed_at: Date | null
  closed_by: string | null
  close_reason: string | null
}

type ReconciliationStatementRow = {
  id: GeneratedAlways<number>
  reconciliation_id: number
  sha256: string
  content: string
  given_by: string
  given_at: Generated<Date>
}

type RestaurantRow = {
  id: Generated<string>
  name: string
  bank: string
  time_zone: Generated<string>
  external_id: string | null
  payout_provider: 'sandbox' | 'yookassa' | null
  closed_at: Date | null
  fee_share: Generated<number>
}

type ReviewDayRow = {
  employee_id: string
  day: string
  stars: number
  count: number
  commented: number
}

type SecurityNoticeRow = {
  id: GeneratedAlways<number>
  user_id: string
  phone: string
  text: string
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  created_at: Generated<Date>
}

type SessionRow = {
  id: Generated<string>
  token_hash: Buffer
  user_id: string
  remembered: boolean
  user_agent: Generated<string>
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  device_id: string | null
  token_since: Generated<Date>
  successor_seed: Buffer | null
  successor_hash: Buffer | null
  successor_used_at: Date | null
  predecessor_hash: Buffer | null
  replaced_at: Date | null
  operator_until: Date | null
}

type SharingTemplateRow = {
  restaurant_id: string
  way: 'equal' | 'hours' | 'percent'
  members: unknown
  updated_at: Generated<Date>
}

type SmsMessageRow = {
  id: GeneratedAlways<number>
  phone: string
  provider: string
  provider_id: string | null
  state: Generated<'sending' | 'unknown' | 'rejected' | 'accepted' | 'delivered' | 'undelivered'>
  reason: string | null
  segments: number
  cost: number | null
  balance: number | null
  checks: Generated<number>
  next_check_at: Date | null
  created_at: Generated<Date>
}

type TelemetryRow = {
  minute: Date
  remote: string
  version: string
  kind: 'start' | 'error' | 'load_failure' | 'csp' | 'load_time' | 'vital'
  name: string
  bucket: number
  count: number
  sum: number
}

type TelemetryReporterRow = {
  remote: string
  version: string
  reporter: Buffer
  seen_at: Generated<Date>
  failed_at: Date | null
  restaurant: Generated<Buffer>
}

type TipRow = {
  external_id: string
  employee_id: string
  amount: number
  status: 'pending' | 'completed'
  paid_at: Date
  operation_id: string
}

type TipAdjustmentRow = {
  external_id: string
  tip: string
  kind: 'correction' | 'chargeback'
  change: number
  while_pending: boolean
  operation_id: string
  created_at: Generated<Date>
}

type TipDayRow = {
  employee_id: string
  day: string
  amount: number
  count: number
}

type TipHourRow = {
  employee_id: string
  day: string
  hour: number
  amount: number
  count: number
}

type UploadRow = {
  name: string
  user_id: string
  kind: string | null
  created_at: Generated<Date>
}

type UserAccountRow = {
  id: Generated<string>
  phone: string
  password_hash: string
  first_name: string
  last_name: Generated<string>
  about: Generated<string>
  tags: Generated<string[]>
  photo_url: string | null
  goal: unknown
  created_at: Generated<Date>
  passkey_handle: Generated<string>
  disabled_at: Date | null
  recovered_at: Date | null
  phone_changed_at: Date | null
  deleted_at: Date | null
  rights: Generated<string[]>
  phone_fingerprint: Buffer | null
}

type WebhookMessageRow = {
  id: string
  signed_at: Date
}

type SandboxBankPaymentRow = {
  payout_id: string
  amount: number
  behaviour: 'pays' | 'declines' | 'never_answers' | 'answers_twice'
  status: 'accepted' | 'paid' | 'declined'
  reason: string | null
  rrn: string | null
  received_at: Generated<Date>
  settles_at: Date | null
}

type SandboxSmsRow = {
  id: GeneratedAlways<number>
  phone: string
  text: string
  code: string | null
  at: Generated<Date>
}

type VaultCardRow = {
  token: string
  ciphertext: Buffer
  fingerprint: Buffer
  last4: string
  network: string
  stored_at: Generated<Date>
  key_id: string | null
}

type VaultProviderCardRow = {
  token: string
  provider: 'sandbox' | 'yookassa'
  provider_token: string
  mask: string
  last4: string
  network: 'mir' | 'visa' | 'mastercard'
  issuer: string
  stored_at: Generated<Date>
  told_mask: string | null
}

export type Database = {
  app_lock: AppLockRow
  audit_event: AuditEventRow
  auto_withdrawal: AutoWithdrawalRow
  booked_hour: BookedHourRow
  consent: ConsentRow
  device: DeviceRow
  diary_day: DiaryDayRow
  employee: EmployeeRow
  idempotency_key: IdempotencyKeyRow
  invitation: InvitationRow
  ledger_account: LedgerAccountRow
  ledger_account_checkpoint: LedgerAccountCheckpointRow
  ledger_checkpoint: LedgerCheckpointRow
  ledger_day: LedgerDayRow
  ledger_discrepancy: LedgerDiscrepancyRow
  ledger_entry: LedgerEntryRow
  ledger_opening_balance: LedgerOpeningBalanceRow
  ledger_ref: LedgerRefRow
  ledger_transfer: LedgerTransferRow
  live_feed: LiveFeedRow
  live_release: LiveReleaseRow
  operation: OperationRow
  operation_feed: OperationFeedRow
  operator_proposal: OperatorProposalRow
  order_confirmation: OrderConfirmationRow
  otp: OtpRow
  passkey: PasskeyRow
  passkey_challenge: PasskeyChallengeRow
  password_reset: PasswordResetRow
  payout: PayoutRow
  payout_attempt: PayoutAttemptRow
  payout_binding: PayoutBindingRow
  payout_decision: PayoutDecisionRow
  payout_event: PayoutEventRow
  payout_feed: PayoutFeedRow
  payout_recipient: PayoutRecipientRow
  payout_share: PayoutShareRow
  phone_change: PhoneChangeRow
  push_event: PushEventRow
  push_message: PushMessageRow
  push_preference: PushPreferenceRow
  push_subscription: PushSubscriptionRow
  rate_limit: RateLimitRow
  reconciliation: ReconciliationRow
  reconciliation_line: ReconciliationLineRow
  reconciliation_statement: ReconciliationStatementRow
  restaurant: RestaurantRow
  review_day: ReviewDayRow
  security_notice: SecurityNoticeRow
  session: SessionRow
  sharing_template: SharingTemplateRow
  sms_message: SmsMessageRow
  telemetry: TelemetryRow
  telemetry_reporter: TelemetryReporterRow
  tip: TipRow
  tip_adjustment: TipAdjustmentRow
  tip_day: TipDayRow
  tip_hour: TipHourRow
  upload: UploadRow
  user_account: UserAccountRow
  webhook_message: WebhookMessageRow
  'sandbox.bank_payment': SandboxBankPaymentRow
  'sandbox.sms': SandboxSmsRow
  'vault.card': VaultCardRow
  'vault.provider_card': VaultProviderCardRow
}
