import { say } from '@portal/command/command'
import type { Operator } from '../operator.ts'
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

  const proposed = await decide(olga, stuck)
  say(
    `The payout is ${proposed.status}; the decision is ${proposed.decision?.state}: above the limit another operator confirms it`,
  )
  const decided = await decide(ivan, stuck)
  await employee.seesPayout('Выплачено')
  deployment.yookassa.setFault(undefined)
  say(`The payout is ${decided.status}, and «Выплачено» on the open page`)
}

const DECISION_TIMEOUT_MS = 60_000

/** Decides again, as the message says, while the portal is asking the bank about the payout. */
async function decide(operator: Operator, { id }: Payout): Promise<Payout> {
  for (const end = performance.now() + DECISION_TIMEOUT_MS; ; ) {
    try {
      const decision = ['--as', 'paid', '--reason', 'Письмо ЮKassa: выплачено']
      return (await operator('payout', 'decide', id, ...decision)) as Payout
    } catch (error) {
      if (!String(error).includes('как раз спрашивает банк') || performance.now() > end) throw error
    }
  }
}
