import type { MenuItem } from '@portal/shared/manifest'
import { expect, test } from 'vitest'
import type { RemoteRelease } from '../../bundler/release.ts'
import { page, payouts, shell, tips } from '../testing/sample-releases.ts'
import { brokenBudget } from './budget.ts'
import { takenLabels } from './labels.ts'
import { brokenIcons, brokenRules } from './release-rules.ts'

const item: MenuItem = { path: '/out', label: 'Вывод средств', icon: 'withdraw', group: 'Меню', order: 3 }

const withItem = (change: object): RemoteRelease => payouts({ menu: [{ ...item, ...change }] })
const withRoute = (change: object): RemoteRelease => payouts({ routes: [{ ...page('/out'), ...change }] })
const many = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index))

test.each([
  ['a menu', withItem({})],
  ['no page any more', payouts({ paths: [], routes: [], menu: [] })],
])('accepts a remote with %s', (_, remote) => {
  expect(brokenRules(remote)).toEqual([])
})

test.each<[string, RemoteRelease, string]>([
  ['200 menu items', payouts({ menu: many(200, () => item) }), 'manifest.menu: '],
  ['a label of 500 letters', withItem({ label: 'я'.repeat(500) }), 'manifest.menu.0.label: '],
  ['an empty label', withItem({ label: '' }), 'manifest.menu.0.label: '],
  ['a label of blanks', withItem({ label: '   ' }), 'manifest.menu.0.label: '],
  ['a label of two lines', withItem({ label: 'Вывод\nсредств' }), 'manifest.menu.0.label: '],
  ['a label that turns the text around', withItem({ label: 'Вывод\u202e' }), 'manifest.menu.0.label: '],
  ['a label with an invisible letter', withItem({ label: 'Вы\u200bвод' }), 'manifest.menu.0.label: '],
  ['a label that is no text', withItem({ label: 5 }), 'manifest.menu.0.label: '],
  ['an item before all others', withItem({ order: -9 }), 'manifest.menu.0.order: '],
  ['an order that is no number', withItem({ order: Number.NaN }), 'manifest.menu.0.order: '],
  ['an order between two others', withItem({ order: 1.5 }), 'manifest.menu.0.order: '],
  ['an order beyond all bounds', withItem({ order: 1e9 }), 'manifest.menu.0.order: '],
  ['an item that leads to another site', withItem({ path: '//evil.example' }), 'manifest.menu.0.path: '],
  ['a long title', withRoute({ title: 'я'.repeat(41) }), 'manifest.routes.0.title: '],
  ['a title with an element', withRoute({ title: '<b>Вывод' }), 'manifest.routes.0.title: '],
  ['200 routes', payouts({ routes: many(200, (index) => page(`/out/${index}`)) }), 'manifest.routes: '],
  ['200 paths', payouts({ paths: many(200, (index) => `/a${index}`) }), 'manifest.paths: '],
  ['a slot that is no name', withRoute({ slots: ['Tips Actions'] }), 'manifest.routes.0.slots.0: '],
  ['the manifest of another remote', { ...payouts(), manifest: tips().manifest }, 'its manifest is that of mfe-tips'],
  ['no manifest', { ...payouts(), manifest: null as never }, 'manifest: '],
  ['a file outside of its folder', { ...payouts(), entry: '../../shell/s1/main.js' }, 'entry: '],
  ['a manifest of many kilobytes', withRoute({ about: 'я'.repeat(12_000) }), 'its manifest has '],
])('rejects a remote with %s', (_, remote, problem) => {
  expect(brokenRules(remote).join('\n')).toContain(`mfe-payouts p1: ${problem}`)
})

test('rejects an icon that no shell has', () => {
  expect(brokenIcons(withItem({ icon: 'rocket' }))[0]).toContain('there is no icon rocket; the icons are tips, ')
})

test.each([
  ['of a gigabyte', { entry: 1e9, page: 1e9 }],
  ['above that of the portal for slots', { entry: 7_000, page: 6_000, slot: 10_001 }],
  ['that is no number', { entry: '7 kB', page: 6_000 }],
  ['that is infinite', { entry: Number.POSITIVE_INFINITY, page: Number.NaN }],
  ['without pages', { entry: 7_000 }],
  ['that is not there', undefined],
])('rejects a budget %s', (_, budget) => {
  expect(brokenBudget({ ...payouts(), budget: budget as never })).toEqual([
    'mfe-payouts p1: manifest.ts has to export a budget, in bytes: entry up to 10000, page up to 60000, slot up to 10000',
  ])
})

const tipsWithMenu = tips({ menu: [{ path: '/', label: 'Чаевые', icon: 'tips', group: 'Меню', order: 1 }] })

test.each(['Чаевые', 'ЧАЕВЫЕ', 'Чaeвыe', 'чаевые', 'Чаёвые'])(
  'rejects the label %s beside that of another remote',
  (label) => {
    expect(takenLabels(withItem({ label }), tipsWithMenu)).toEqual([
      `mfe-payouts p1: its label «${label}» belongs to mfe-tips`,
    ])
  },
)

test.each(['Вход', 'Профиль', 'Выход'])('rejects the label %s, which is one of the shell', (label) => {
  expect(takenLabels(withItem({ label }), shell())).toEqual([
    `mfe-payouts p1: its label «${label}» belongs to the shell`,
  ])
})

test('accepts a label that only begins like another one', () => {
  expect(takenLabels(withItem({ label: 'Чаевые за год' }), tipsWithMenu)).toEqual([])
})
