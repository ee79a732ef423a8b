import type { ApiProblem } from '@portal/contracts/api-problem'

/** A sentence for each problem code that operators meet. Any other code is printed unchanged. */
const sentences: Record<string, string> = {
  unauthorized: 'The portal does not accept this ADMIN_TOKEN. Check the secret, and the setting of the API',
  not_found: 'Nothing has this id. Use `list` to see the ids',
  external_id_taken: 'This external id is already in use. Choose another one',
  external_id_ambiguous: 'Several restaurants have an employee with this external id. Name the employee by the id',
  restaurant_closed: 'The restaurant is closed. Reopen it first with `restaurant reopen`',
  already_employed: 'The owner of this phone already works there, or was dismissed. See `employee list`',
  employee_dismissed: 'The employee is dismissed. Reinstate first with `employee reinstate`',
  invitation_used: 'The invitation is already used. Dismiss the employee instead, if necessary',
  personal_invitation: '--name, --external-id and --manager need --phone, and --uses cannot be used with --phone',
  conflict: 'Another change was made at the same time. Try again',
  not_in_review: 'This payout is not held for review. It never was, or it is already decided: see `payout show`',
  in_review: 'This payout is held for review. Decide with `payout release` or `payout reject`',
  not_at_bank: 'No bank has this payout. It is a transfer, or no provider of the settings pays it',
  delivery_under_way: 'The portal is calling the bank about this payout. Try again in a few seconds',
  payout_finished: 'This payout is finished, so nothing is left to decide',
  other_decision: 'The opposite is already proposed: see `payout show`. Retract it first with `payout retract`',
  bank_undecided:
    'The bank has this payment and may still pay it. Ask the bank to decide; the portal then books its response',
  bank_does_not_know: 'The bank has never received this payment, so it cannot be `paid`',
  no_decision: 'This payout has no open decision, so there is nothing to retract',
  payer_disabled:
    'The payer is blocked, or dismissed and may not transfer. Reject the payout, or unblock or reinstate the payer first',
  recipient_disabled:
    'The recipient is blocked or dismissed. Reject the payout, or unblock or reinstate the recipient first',
  provider_not_configured: 'This provider is not in the settings of the API. Add it to BANKS',
  time_zone_unknown:
    'The database of the portal does not know this time zone. Use another name for it, such as America/Regina',
  line_closed: 'There is already a decision about this difference',
  no_list: 'This provider has no list of payments. Give a statement with --statement',
  provider_unavailable: 'The provider does not respond, or rejects the portal. See the log for the reason',
  database_unavailable: 'The database of the portal is not available. Try again later',
  database_failover: 'The database of the portal is changing its server. Try again in a few seconds',
  overloaded: 'The portal is overloaded. Try again later',
}

/** What is wrong with a field, by the code of its rule. */
const faults: Record<string, string> = {
  too_small: 'is too short or too small',
  too_big: 'is too long or too large',
  invalid_type: 'is missing or has the wrong type',
  invalid_value: 'is none of the possible values',
  card_number: 'must not contain a card number',
  control_character: 'must be one line without control characters',
  pile_of_marks: 'must not have many accents on one letter',
  no_letter: 'must contain a letter',
  mixed_scripts: 'must not mix scripts, or letters and digits in one word',
  lookalike: 'has foreign letters that look like Russian ones',
  time_zone: 'is no time zone; an example is Europe/Moscow',
  invalid_format: 'has the wrong format',
  uuid: 'must not look like an id of the portal',
}

/** `The request is malformed: name is too long` */
export function describeProblem(status: number, { code, message, errors = {} }: Partial<ApiProblem>): string {
  if (!code)
    return `The portal responds with status ${status} and no reason. Check its address, and the log of its proxy.`
  const sentence = sentences[code]
  const fields = Object.entries(errors).map(([field, codes]) => {
    return `${field} ${[...new Set(codes)].map((fault) => faults[fault] ?? `(${fault})`).join(', ')}`
  })
  if (sentence) return `${sentence}.`
  const start = code === 'malformed' ? 'The request is malformed' : `Rejected: ${message ?? code}`
  return fields.length > 0 ? `${start}: ${fields.join('; ')}.` : `${start}.`
}
