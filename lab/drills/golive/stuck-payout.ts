import { say } from '@portal/command/command'
import { DECISION_LIMIT_RUBLES, type Deployment } from './deployment.ts'
import type { Employee } from './employee.ts'

type Payout = { id: string; name: string; amount: number; status: string; decision: { state: string } | null }
type Call = { call: string; response: string }

const STUCK_RUBLES = DECISION_LIMIT_RUBLES + 200

/**
 * An employee withdraws more than one operator may decide about. The provider pays, but its response is lost, and it
 * reports no status. One operator finds the payout and proposes what the provider has written; another one confirms.
 */
export async function decideStuckPayout(deployment: Deployment, employee: Employee): Promise<void> {
  const { olga, ivan } = deployment.operators
  await employee.addOwnPhone('Т-Банк')
  deployment.yookassa.setFault((method) => (method === 'POST' ? 'lost_response' : 'error'))
  await employee.withdraw(STUCK_RUBLES)
  say(
    `${employee.name} adds his phone by СБП and withdraws ${STUCK_RUBLES} ₽: ЮKassa’s response is lost, and it reports no status`,
  )

  // After ten minutes it is listed without an age.
  const [stuck] = (await olga('payout', 'list', '--stuck', '--age', '0s')) as Payout[]
  if (!stuck) throw new Error('`payout list --stuck` lists no payout, although the provider has reported no status')
  const calls = (await olga('payout', 'attempts', stuck.id)) as Call[]
  const responses = calls.map(({ call, response }) => `${call} «${response}»`)
  say(`${stuck.name}, ${stuck.amount} ₽: ${responses.toReversed().join(', ')}`)

  const decision = ['payout', 'decide', stuck.id, '--as', 'paid', '--reason', 'Письмо ЮKassa: выплачено']
  const proposed = (await olga(...decision)) as Payout
  say(
    `The payout is ${proposed.status}; the decision is ${proposed.decision?.state}: above the limit another operator confirms it`,
  )
  const decided = (await ivan(...decision)) as Payout
  await employee.seesPayout('Выплачено')
  deployment.yookassa.setFault(undefined)
  say(`The payout is ${decided.status}, and «Выплачено» on the open page`)
}
