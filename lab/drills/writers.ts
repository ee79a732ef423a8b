import { setInterval } from 'node:timers/promises'
import { provideApplicationLogin } from '@portal/api/db/application-role'
import { connect } from '@portal/api/db/connect'
import { startEmbedded } from '@portal/api/db/embedded'
import { migrate } from '@portal/api/db/migrate'
import { writeConcurrently } from '@portal/api/money/ledger/testing/writers'
import { say, temporaryFolder } from '@portal/command/command'
import type { Drill } from './run-drill.ts'

const WRITERS = 32

/** Runs 32 concurrent writers against the ledger of one team: nothing is lost, posted twice or in a wrong account. */
export const writers: Drill = async (running, { minutes = 5 }) => {
  const { started } = running
  const cluster = started(await startEmbedded(await temporaryFolder(running, 'drill')))
  await migrate(cluster.url)
  const { db, close } = connect(await provideApplicationLogin(cluster.url), { max: WRITERS })
  started({ stop: close })

  const durationMs = minutes * 60_000
  const start = performance.now()
  const isOver = () => performance.now() - start > durationMs
  const writing = writeConcurrently(db, { writers: WRITERS, goesOn: () => !isOver() })
  for await (const _ of setInterval(30_000, undefined, { ref: false })) {
    say(`${((performance.now() - start) / 60_000).toFixed(1)} of ${minutes} minutes`)
    if (isOver()) break
  }
  const { actions, withoutMoney, failures, wrongWallets, inFlight, discrepancies } = await writing
  for (const failure of failures.slice(0, 5)) say(String(failure))
  const rate = (actions / (durationMs / 1_000)).toFixed(0)
  return {
    figure:
      `${minutes} minutes, ${WRITERS} writers, ${actions} actions (${rate} a second), ${withoutMoney} without money for them, ` +
      `${failures.length} failed, ${wrongWallets} wrong wallets, ${inFlight} kopecks in flight, ${discrepancies} discrepancies`,
    holds: failures.length === 0 && wrongWallets === 0 && inFlight === 0 && discrepancies === 0,
  }
}
