import { Amount } from '@portal/shared/ui/amount'
import type { Chart } from './chart-geometry.ts'
import { formatBar } from './wording.ts'

/** The chart for users who cannot see it. */
export function ChartTable({ chart: { bars, daysPerBar }, previousName }: { chart: Chart; previousName: string }) {
  const isDaily = daysPerBar === 1
  return (
    // A table is never narrower than its text: it is its box that is one pixel wide.
    <div className="visually-hidden">
      <table>
        <caption>{isDaily ? 'Чаевые по дням' : 'Чаевые по неделям'}</caption>
        <thead>
          <tr>
            <th scope="col">{isDaily ? 'День' : 'Неделя'}</th>
            <th scope="col">Чаевые</th>
            <th scope="col">{previousName}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.from}>
              <th scope="row">{formatBar(bar)}</th>
              <td>
                <Amount rubles={bar.amount} />
              </td>
              <td>
                <Amount rubles={bar.previous} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
