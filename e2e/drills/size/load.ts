import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@portal/api/db/connect'
import { hire, openRestaurant } from '@portal/api/modules/ledger/testing'
import { listUserOperations } from '@portal/api/modules/operations/service'
import { bookTips } from '@portal/api/modules/tips/service'
import { tipOf } from '@portal/api/modules/tips/testing'

const INTERVAL_MS = 5

/** Books tips and reads lists until it is stopped; returns the longest of each in milliseconds, and how many failed. */
export async function startLoad(db: Db) {
  const employee = await hire(db, await openRestaurant(db))
  const longest = { tips: 0, reads: 0, failed: 0 }
  let isOver = false
  const repeat = async (name: 'tips' | 'reads', work: () => Promise<unknown>) => {
    while (!isOver) {
      const began = performance.now()
      await work().catch(() => {
        longest.failed += 1
      })
      longest[name] = Math.max(longest[name], performance.now() - began)
      await delay(INTERVAL_MS)
    }
  }
  const book = () => bookTips(db, [tipOf(employee, 100, { paid_at: new Date().toISOString() })])
  const read = () => listUserOperations(db, employee.userId, { restId: employee.restaurantId })
  // Connections are opened, and queries prepared, before anything is measured.
  await Promise.all([book(), read()])
  const loops = [repeat('tips', book), repeat('reads', read)]
  return {
    async stop() {
      isOver = true
      await Promise.all(loops)
      return longest
    },
  }
}
