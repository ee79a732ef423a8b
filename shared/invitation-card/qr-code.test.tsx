import { QrCode } from '@portal/shared/invitation-card/qr-code'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

/** What the path paints: `##..` for each row. */
function paintedRows(svg: Element): string[] {
  const size = Number(svg.getAttribute('viewBox')?.split(' ').at(-1))
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'))
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) (rows[Number(y)] ?? [])[Number(x)] = '#'
  return rows.map((row) => row.join(''))
}

const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']

test('draws finder patterns in three corners, within the quiet zone that a camera requires', () => {
  render(<QrCode text="https://tips.example/i/abcdefghijklmnop" />)
  const rows = paintedRows(screen.getByRole('img', { name: 'QR-код ссылки' }))
  const end = rows.length - 4
  const corner = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7))
  expect(corner(4, 4)).toEqual(finder)
  expect(corner(end - 7, 4)).toEqual(finder)
  expect(corner(4, end - 7)).toEqual(finder)
  // Every code has a dark module above and to the right of the lower left finder pattern, unless it is mirrored.
  expect([rows[end - 8]?.[12], rows[12]?.[end - 8]]).toEqual(['#', '.'])
  const quiet = [...rows.slice(0, 4), ...rows.slice(end), ...rows.flatMap((row) => [row.slice(0, 4), row.slice(end)])]
  expect(quiet.join('')).not.toContain('#')
})
