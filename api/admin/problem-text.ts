import type { ApiProblem } from '@portal/contracts/api-problem'

/** A sentence for each problem code that operators meet. Any other code is printed unchanged. */
const sentences: Record<string, string> = {
  unauthorized: 'The portal does not know this ADMIN_TOKEN',
  not_found: 'Nothing has this id',
  external_id_taken: 'Another one has this external id already',
  external_id_ambiguous: 'Several restaurants have an employee with this external id: name the employee by the id',
  restaurant_closed: 'The restaurant is closed',
  already_employed: 'The owner of this phone works there already, or was dismissed: see `employee list`',
  employee_dismissed: 'The employee is dismissed: reinstate first',
  invitation_used: 'The invitation is used already',
  personal_invitation: '--name, --external-id and --manager need --phone, which a number of --uses excludes',
  conflict: 'Another change was made at the same time; try again',
  not_in_review: 'This payout is not held for review: it never was, or it is decided already',
  in_review: 'This payout is held for review: release or reject it',
  not_at_bank: 'No bank has this payout: it is a transfer, or no provider of the settings pays it',
  delivery_under_way: 'A request to the bank about this payout is under way; try again in some seconds',
  payout_finished: 'This payout is finished: nothing is left to decide',
  other_decision: 'The opposite is proposed already: see `payout show`; `payout retract` takes it back',
  bank_undecided:
    'The bank has this payment and may still pay it: ask the bank to end it, and its response is booked by itself',
  bank_does_not_know: 'The bank has never received this payment, so it has not paid it',
  no_decision: 'There is no decision about this payout that could be retracted',
  payer_disabled: 'The payer is blocked, or dismissed and may not transfer: reject it, or unblock or reinstate first',
  recipient_disabled: 'The recipient is blocked or dismissed: reject it, or unblock or reinstate first',
  provider_not_configured: 'This provider is not in the settings of the API: add it to BANKS',
  time_zone_unknown:
    'The database of the portal does not know this time zone: give another name of it, such as America/Regina',
  line_closed: 'There is a decision about this difference already',
  no_list: 'This provider has no list: give a statement',
  provider_unavailable: 'The provider does not respond, or rejects the portal; the log has the reason',
  database_unavailable: 'The database of the portal is not available; try again later',
  database_failover: 'The database of the portal changes its server; try again in some seconds',
  overloaded: 'The portal is overloaded; try again later',
}

/** What is wrong with a field, by the code of its rule. */
const faults: Record<string, string> = {
  too_small: 'is too short or too small',
  too_big: 'is too long or too large',
  invalid_type: 'is missing or no such value',
  invalid_value: 'is none of the possible values',
  card_number: 'must not have a card number',
  control_character: 'must be one line without control characters',
  pile_of_marks: 'must not pile accents on a letter',
  no_letter: 'must have a letter',
  mixed_scripts: 'must not mix scripts, or letters and digits of one word',
  lookalike: 'is in letters that only look Russian',
  time_zone: 'is no time zone, such as Europe/Moscow',
  invalid_format: 'has a wrong format',
  uuid: 'must not look like an id of the portal',
}

/** `The request is malformed: name is too long` */
export function describeProblem(status: number, { code, message, errors = {} }: Partial<ApiProblem>): string {
  if (!code) return `The portal responds with ${status}, and names no reason`
  const sentence = sentences[code]
  const fields = Object.entries(errors).map(([field, codes]) => {
    return `${field} ${[...new Set(codes)].map((fault) => faults[fault] ?? `(${fault})`).join(', ')}`
  })
  if (sentence) return `${sentence}.`
  const start = code === 'malformed' ? 'The request is malformed' : `Rejected: ${message ?? code}`
  return fields.length > 0 ? `${start}: ${fields.join('; ')}.` : `${start}.`
}
