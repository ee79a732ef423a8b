import { say } from '@portal/command/command'
import type { Operator } from './operator.ts'
import type { Waiter } from './waiter.ts'

type Payout = { id: string; name: string; amount: number; bank: string }
type Call = { call: string; response: string }

/** A waiter withdraws, the provider does not decide, and an operator finds out what it has responded so far. */
export async function findStuckPayout(waiter: Waiter, olga: Operator): Promise<void> {
  await waiter.addOwnPhone('Т-Банк')
  await waiter.withdraw(700)
  say(`${waiter.name} adds his phone by СБП and withdraws 700 ₽: the bank does not decide`)
  // An age of its own: after ten minutes no operator has to name one.
  const [stuck] = (await olga('payout', 'list', '--stuck', '--age', '0s')) as Payout[]
  if (!stuck) throw new Error('No payout is stuck')
  const calls = (await olga('payout', 'attempts', stuck.id)) as Call[]
  const responses = calls.map(({ call, response }) => `${call} «${response}»`)
  say(`${stuck.name}, ${stuck.amount} ₽, ${stuck.bank}: ${responses.toReversed().join(', ')}`)
}
