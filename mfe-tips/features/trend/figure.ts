import type { ReactNode } from 'react'

/** One bar, and one row of the table. */
export type Figure = {
  id: string
  /** In the table, and short under the bar. */
  name: string
  tick: string
  rubles: number
  /** The other cells of the row. */
  more: readonly ReactNode[]
}
