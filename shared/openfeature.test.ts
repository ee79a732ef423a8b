import { OpenFeature, OpenFeatureEventEmitter, ProviderEvents } from '@openfeature/web-sdk'
import type { RemoteManifest } from '@portal/shared/manifest'
import { createFlagProvider } from '@portal/shared/openfeature'
import { flagsGiven } from '@portal/shared/session/flags'
import { restaurantSwitched } from '@portal/shared/session/store'
import { expect, test, vi } from 'vitest'

const manifest = {
  name: 'mfe-tips',
  paths: [],
  routes: [],
  menu: [],
  flags: { hours: { default: false, about: '' } },
} as const satisfies RemoteManifest

function switchTo(id: string): void {
  restaurantSwitched({ id: `e-${id}`, default: true, manager: false, restaurant: { id, name: '', bank: '' } })
}

test('OpenFeature reads the flags of a remote for the current restaurant, and reports another restaurant', async () => {
  const release = { version: '', base: '', entry: '', container: '', files: {}, manifest }
  flagsGiven({ remotes: { 'mfe-tips': { current: release, flags: { hours: { restaurants: { r2: true } } } } } })
  switchTo('r1')
  await OpenFeature.setProviderAndWait('mfe-tips', createFlagProvider(manifest, new OpenFeatureEventEmitter()))
  const client = OpenFeature.getClient('mfe-tips')
  const changed = vi.fn()
  client.addHandler(ProviderEvents.ConfigurationChanged, changed)

  expect(client.getBooleanValue('hours', true)).toBe(false)
  // The same restaurant, loaded again.
  switchTo('r1')
  switchTo('r2')
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), 60_000)
  expect(client.getBooleanValue('hours', false)).toBe(true)
  expect(client.getBooleanDetails('chart', true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' })
  expect(client.getStringDetails('hours', 'no')).toMatchObject({ value: 'no', errorCode: 'TYPE_MISMATCH' })

  await OpenFeature.close()
  switchTo('r1')
  expect(changed).toHaveBeenCalledTimes(1)
})
