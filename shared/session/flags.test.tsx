import type { FlagSetting, RemoteManifest } from '@portal/shared/manifest'
import { flagsGiven, useFlag } from '@portal/shared/session/flags'
import { restaurantSwitched } from '@portal/shared/session/store'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

const manifest = {
  name: 'mfe-tips',
  paths: [],
  routes: [],
  menu: [],
  flags: { hours: { default: false, about: '' }, chart: { default: true, about: '' } },
} as const satisfies RemoteManifest

function given(flags: Record<string, FlagSetting> | undefined): void {
  const release = { version: '', base: '', entry: '', container: '', files: {}, manifest }
  flagsGiven({ remotes: { 'mfe-tips': { current: release, flags } } })
}

function work(restaurant: string): void {
  act(() =>
    restaurantSwitched({
      id: `e-${restaurant}`,
      default: true,
      manager: false,
      restaurant: { id: restaurant, name: '', bank: '' },
    }),
  )
}

beforeEach(() => work('r1'))

test.each<[string, Record<string, FlagSetting> | undefined, [hours: boolean, chart: boolean]]>([
  ['the defaults, from a server that knows no flags', undefined, [false, true]],
  ['what they are set to', { hours: { on: true }, chart: { on: false } }, [true, false]],
  ['what they are set to for the restaurant', { hours: { on: false, restaurants: { r1: true } } }, [true, true]],
  ['nothing of another restaurant', { chart: { restaurants: { r2: false } } }, [false, true]],
])('flags are %s', (_, flags, [hours, chart]) => {
  given(flags)
  expect(renderHook(() => useFlag(manifest, 'hours')).result.current).toBe(hours)
  expect(renderHook(() => useFlag(manifest, 'chart')).result.current).toBe(chart)
})

test('a flag follows the restaurant that is shown', () => {
  given({ hours: { restaurants: { r2: true } } })
  const { result } = renderHook(() => useFlag(manifest, 'hours'))
  expect(result.current).toBe(false)
  work('r2')
  expect(result.current).toBe(true)
})
