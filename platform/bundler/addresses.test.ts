import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test.each([
  ['<Link to="/out">', ['/out']],
  ["navigate('/settings/payout-methods')", ['/settings/payout-methods']],
  [`\`/settings/cards/\${card.id}/edit\``, ['/settings/cards/…/edit']],
  [`\`/billing?type=\${type}\``, ['/billing']],
  ["to: '/'", ['/']],
  ["fetch('/api/v1/events')", []],
  ["href.startsWith('/releases/shell/')", []],
  ['a / b / c', []],
  ["'./page.tsx' \"text/html\" 'a/b'", []],
])('%s → %j', (source, addresses) => {
  expect(addressesIn(source)).toEqual(addresses)
})
